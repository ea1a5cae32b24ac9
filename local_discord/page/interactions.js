/* Requests to the server, and interactions with the bot and their outcomes. */

import { changed, choicesKey, forgetChoices, isPending, local, store, touch } from './store.js';
import { language, words } from './words.js';

/** Send a POST with a body or else a GET; return the answer's JSON, or throw an Error with a sentence. */
export async function request(path, body) {
  const options = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, options).catch(() => {
    throw new Error(words('server-silent'));
  });
  const text = await response.text();
  const answer = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {};
  if (!response.ok) throw new Error(answer.error_localizations?.[language()] ?? answer.error ?? words('server-said', { status: response.status }));
  return answer;
}

const NO_ANSWER_MS = 8000; // the server reports silence after three seconds; this timeout is for a lost server

/**
 * Send one interaction and wait for its outcome, {ok, refusal?}; `refusal` says why it never reached the bot.
 * The outcome never comes if the page switches to another person meanwhile.
 */
export function interact(body, component = {}) {
  const nonce = `${Date.now()}${Math.floor(Math.random() * 1e5)}`;
  request('/client/interactions', { user: store.me.id, channel_id: store.channelId, nonce, ...body })
    .catch((error) => settle(nonce, { ok: false, refusal: error.message }));
  return new Promise((resolve) => {
    const timer = setTimeout(settle, NO_ANSWER_MS, nonce, { ok: false });
    local.pending.set(nonce, { ...component, resolve, timer });
  });
}

/** Resolve an interaction; returns whether this window was waiting for it. */
export function settle(nonce, outcome) {
  const waiting = local.pending.get(nonce);
  if (!waiting) return false;
  local.pending.delete(nonce);
  clearTimeout(waiting.timer);
  waiting.resolve(outcome);
  return true;
}

export function forgetInteractions() {
  for (const { timer } of local.pending.values()) clearTimeout(timer);
  local.pending.clear();
  local.failed.clear();
  local.chosen.clear();
  local.notices = local.notices.filter((notice) => notice.error);
}

export async function useComponent(messageId, customId, values) {
  if (isPending(messageId, customId)) return;
  local.failed.delete(messageId);
  if (values) local.chosen.set(choicesKey(messageId, customId), values);
  const outcome = interact({ type: 3, message_id: messageId, custom_id: customId, values }, { messageId, customId });
  touch(messageId);
  const { ok, refusal } = await outcome;
  if (!ok) {
    local.failed.set(messageId, refusal ?? words('failed'));
    forgetChoices(messageId);
  }
  touch(messageId);
}

export const useCommand = (path, options) => command(path, nested(path, options));
export const useMessageCommand = (name, messageId) => command(name, { name, target_id: messageId });

/** Send a command; the channel has a notice until an answer comes, and retains it if none comes. Returns the refusal. */
async function command(path, body) {
  const outcome = interact({ type: 2, ...body });
  const notice = { id: `command-${crypto.randomUUID()}`, channelId: store.channelId, userId: store.me.id, command: path };
  local.notices.push(notice);
  changed();
  const { ok, refusal } = await outcome;
  const lasting = ok || refusal ? [] : [{ ...notice, error: words('no-answer') }];
  local.notices = local.notices.flatMap((each) => (each === notice ? lasting : [each]));
  changed();
  return refusal;
}

/** Write a message into the open channel. Returns the refusal. */
export const say = (content) =>
  request('/client/messages', { user: store.me.id, channel_id: store.channelId, content }).then(() => null, (error) => error.message);

/** Return the autocomplete choices of one option, or none if the bot does not answer. */
export async function autocomplete(path, options, focused) {
  const body = { user: store.me.id, channel_id: store.channelId, type: 4, ...nested(path, options), focused };
  const { choices } = await request('/client/interactions?wait=1', body).catch(() => ({}));
  return choices ?? [];
}

/** Convert "settings show" and its options to the server's form: {name: "settings", options: {show: {…}}}. */
function nested(path, options) {
  const [name, ...inner] = path.split(' ');
  return { name, options: inner.reduceRight((within, sub) => ({ [sub]: within }), options) };
}
