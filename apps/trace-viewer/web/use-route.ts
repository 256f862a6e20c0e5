import { useEffect, useState } from 'preact/hooks';

/** Where the page is: the words and the query behind `#/`. */
export interface Route {
  readonly words: readonly string[];
  readonly query: URLSearchParams;
}

/** The route of the address bar, and again whenever it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const read = (): void => setRoute(readRoute());
    addEventListener('hashchange', read);
    // The address may have changed between the first rendering and this effect.
    read();
    return () => removeEventListener('hashchange', read);
  }, []);
  return route;
}

/** A deep link, its words and values escaped. */
export function linkTo(words: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
  return `#/${words.map(encodeURIComponent).join('/')}${search}`;
}

function readRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const words = path.split('/').map((word) => {
    try {
      return decodeURIComponent(word);
    } catch {
      return word;
    }
  });
  return { words, query: new URLSearchParams(query) };
}
