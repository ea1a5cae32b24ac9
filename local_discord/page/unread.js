/* Read and unread: what each person has seen is remembered in this browser. */

import { changed, compareIds, messagesIn, remember, remembered, store } from './store.js';

const lastRead = (userId, channelId) => store.read[userId]?.[channelId] ?? '0';

export const isPinged = (message, userId) => message.pings.includes(userId);

export function unreadMessages(userId, channelId) {
  const seen = lastRead(userId, channelId);
  return messagesIn(channelId).filter(({ id, author }) => author.id !== userId && compareIds(id, seen) > 0);
}

export const pingCount = (userId, channelId) =>
  unreadMessages(userId, channelId).filter((message) => isPinged(message, userId)).length;

export const allPings = (userId) =>
  [...store.channels.keys()].reduce((sum, channelId) => sum + pingCount(userId, channelId), 0);

/** The open channel is read to its end, if anybody looks. */
export function markRead() {
  const last = messagesIn(store.channelId).at(-1);
  if (!last || document.visibilityState !== 'visible') return;
  if (compareIds(last.id, lastRead(store.me.id, store.channelId)) <= 0) return;
  store.read = remembered('read', {}); // another window may have read on
  (store.read[store.me.id] ??= {})[store.channelId] = last.id;
  remember('read', store.read);
  changed();
}

window.addEventListener('storage', ({ key }) => {
  if (key !== 'local-discord.read') return;
  store.read = remembered('read', {});
  changed();
});
