/** Ends a run with the plain line `N passed, N failed[, N skipped]`; a suite that could not start counts as failed. */
export default class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    process.stdout.write(`${results.numPassedTests} passed, ${failed} failed${tail}\n`);
  }
}
