/** Query keys whose value is a signature or a credential; compared in their exact case. Source: semconv HTTP 1.4x. */
const signatureKeys = new Set(
  'X-Amz-Signature X-Amz-Credential X-Amz-Security-Token AWSAccessKeyId Signature sig X-Goog-Signature'.split(' '),
);

/** A query string (no leading `?`) with the values of signature keys replaced by `REDACTED`; keys and order stay. */
export function redactQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const key = pair.slice(0, pair.indexOf('='));
      return signatureKeys.has(key) ? `${key}=REDACTED` : pair;
    })
    .join('&');
}
