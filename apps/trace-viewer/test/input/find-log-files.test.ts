import { mkdirSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { findLogFiles } from '../../src/input/find-log-files.ts';
import { TestFolder } from '../start-gym-trace.ts';

describe('findLogFiles', () => {
  test('a.log, b.jsonl and c.csv in a folder, d.log deeper: by folder, by pattern, each once', () => {
    using folder = new TestFolder();
    mkdirSync(folder.at('deep'));
    const [a, b, , d] = ['a.log', 'b.jsonl', 'c.csv', 'deep/d.log'].map((name) => folder.write(name, '')) as [
      string,
      string,
      string,
      string,
    ];
    expect(findLogFiles([folder.path])).toStrictEqual([a, b]);
    expect(findLogFiles([a, folder.at('*.log')])).toStrictEqual([a]);
    expect(findLogFiles([folder.at('?.jsonl')])).toStrictEqual([b]);
    expect(findLogFiles([folder.at('**/*.log')])).toStrictEqual([a, d]);
    expect(findLogFiles([folder.at('*/d.log')])).toStrictEqual([d]);
  });

  test('an empty folder is an error that says what it looked for', () => {
    using folder = new TestFolder();
    expect(() => findLogFiles([folder.path])).toThrow('the folder has no .log, .json');
  });
});
