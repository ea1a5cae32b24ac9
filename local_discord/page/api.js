/* Asking the local server. */

/** GET, or POST where there is a body; the answer's JSON, or an Error with a sentence. */
export async function request(path, body) {
  const options = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, options).catch(() => {
    throw new Error('The local server does not answer.');
  });
  const text = await response.text();
  const answer = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {};
  if (!response.ok) throw new Error(answer.error ?? `The server said ${response.status}.`);
  return answer;
}
