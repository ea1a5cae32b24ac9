/* The state of the page. Call `changed()` after a change; it redraws the views registered with `onChange`. */

const FLAG = { EPHEMERAL: 1 << 6, LOADING: 1 << 7, SILENT: 1 << 12, COMPONENTS_V2: 1 << 15 };

/** Values in the browser's local storage, shared by all windows. */
export const remembered = (key, fallback) => JSON.parse(localStorage.getItem(`local-discord.${key}`)) ?? fallback;
export const remember = (key, value) => localStorage.setItem(`local-discord.${key}`, JSON.stringify(value));

export const store = {
  me: null, users: [], bot: null, guilds: null, commands: [], events: [], emojis: new Map(),
  channels: new Map(),          // id -> channel or thread
  messages: new Map(),          // channel id -> message id -> message, oldest first
  read: remembered('read', {}), // user id -> channel id -> last read message
  met: new Set(),               // ids of people whose names the page has received
  channelId: null,
};

/** State of this page only: pending and failed actions. */
export const local = {
  pending: new Map(), // nonce -> {messageId?, customId?, resolve, timer}: unanswered interactions
  failed: new Map(),  // message id -> sentence
  chosen: new Map(),  // `${message id}:${custom id}` -> values just picked
  notices: [],        // {id, channelId, userId, command, error?}: commands pending or failed
};

const views = [];
export const onChange = (draw) => views.push(draw);
let isDue = false;

/** Redraw once after all changes of the current event. */
export function changed() {
  if (isDue || !store.guilds) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    views.forEach((draw) => draw());
  });
}

/** Compare snowflakes by time: a longer one is later, equal lengths compare by digits. */
export const compareIds = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
export const byId = (things) => new Map(things.map((thing) => [thing.id, thing]));

export function fillStore({ me, users, bot, guilds, commands, events, installable, latency, emojis, channels, messages }) {
  Object.assign(store, { me, users, bot, guilds, commands, events, installable, latency, emojis: byId(emojis), channels: byId(channels) });
  store.messages = new Map(Object.entries(messages).map(([channelId, each]) => [channelId, byId(each)]));
  store.met = new Set([me.id, bot?.id]);
  Object.values(messages).flat().forEach(meet);
  if (!store.channels.has(store.channelId)) store.channelId = firstChannel()?.id ?? null;
  changed();
}

const THREADS = [10, 11, 12];
const CATEGORY = 4;
export const textChannels = () => [...store.channels.values()].filter((channel) => !isThread(channel) && channel.type !== CATEGORY);
export const isThread = (channel) => THREADS.includes(channel.type);
const FORUMS = [15, 16];
/** Return whether a channel is a forum or a media channel, which has posts and no messages of its own. */
export const isForum = (channel) => FORUMS.includes(channel?.type);
/** Return the threads of a channel, or the posts of a forum: open ones first, then newest first. */
export const threadsOf = ({ id }) => [...store.channels.values()].filter((each) => isThread(each) && each.parent_id === id)
  .sort((a, b) => a.archived - b.archived || compareIds(b.id, a.id));
export const isPrivate = (channel) => !channel?.guild_id;
const CHANNEL = { DM: 1 };
/** Return whether a channel is the reader's direct messages with the bot; others have their own type. */
export const isWithBot = (channel) => channel?.type === CHANNEL.DM;
const spoken = (code) => code.split('-')[0];
const isInBrowserLanguage = ({ guild_id: guildId }) =>
  store.guilds.some(({ id, preferred_locale: locale }) => id === guildId && spoken(locale) === spoken(navigator.language));
/** Return the channel that opens first: one of a server in the browser's language, if there is one. */
const firstChannel = () => textChannels().find(isInBrowserLanguage) ?? textChannels()[0];

export function putChannel(channel) {
  store.channels.set(channel.id, channel);
  changed();
}

export function dropChannel({ id }) {
  store.channels.delete(id);
  store.messages.delete(id);
  if (store.channelId === id) store.channelId = firstChannel()?.id ?? null;
  changed();
}

export const isEphemeral = (message) => Boolean(message.flags & FLAG.EPHEMERAL);
export const isThinking = (message) => Boolean(message.flags & FLAG.LOADING);
export const isSilent = (message) => Boolean(message.flags & FLAG.SILENT);
export const isV2 = (message) => Boolean(message.flags & FLAG.COMPONENTS_V2);
/** Return whether Discord's client highlights a message for this person; edits count too, although they do not notify. */
export const isMarked = ({ mentions, mention_everyone: everyone }, userId) => everyone || mentions.some(({ id }) => id === userId);
export const isPinged = (message, userId) => message.pings.includes(userId);
export const messagesIn = (channelId) => [...(store.messages.get(channelId)?.values() ?? [])];

export function findMessage(id) {
  for (const messages of store.messages.values()) if (messages.has(id)) return messages.get(id);
  return undefined;
}

/** Record the people whose names come with a message: author, mentions, and the user of its interaction. */
function meet({ author, mentions, interaction_metadata: asked, referenced_message: answered }) {
  for (const user of [author, ...mentions, asked?.user, answered?.author]) if (user) store.met.add(user.id);
}

/** Add or replace a message; returns whether it is new. */
export function putMessage(message) {
  const { id, channel_id: channelId } = message;
  const messages = store.messages.get(channelId) ?? new Map();
  const isNew = !messages.has(id);
  messages.set(id, message);
  meet(message);
  store.messages.set(channelId, isNew ? new Map([...messages].sort(([a], [b]) => compareIds(a, b))) : messages);
  changed();
  return isNew;
}

export function dropMessage({ id, channel_id: channelId }) {
  store.messages.get(channelId)?.delete(id);
  changed();
}

/** Redraw an unchanged message: views redraw a message that is another object. */
export function touch(id) {
  const message = findMessage(id);
  if (message) putMessage({ ...message });
}

export function touchAll() {
  for (const messages of store.messages.values()) messages.forEach((message, id) => messages.set(id, { ...message }));
  changed();
}

export const isPending = (messageId, customId) =>
  [...local.pending.values()].some((each) => each.messageId === messageId && each.customId === customId);

export const choicesKey = (messageId, customId) => `${messageId}:${customId}`;

/** Discard the choices made in a message's menus, which then display the bot's defaults again. */
export function forgetChoices(messageId) {
  for (const key of local.chosen.keys()) if (key.startsWith(`${messageId}:`)) local.chosen.delete(key);
}

const lastRead = (userId, channelId) => store.read[userId]?.[channelId] ?? '0';
export function unreadMessages(userId, channelId) {
  const seen = lastRead(userId, channelId);
  return messagesIn(channelId).filter(({ id, author }) => author.id !== userId && compareIds(id, seen) > 0);
}

export const pingCount = (userId, channelId) => unreadMessages(userId, channelId).filter((message) => isPinged(message, userId)).length;
export const allPings = (userId) => [...store.channels.keys()].reduce((sum, channelId) => sum + pingCount(userId, channelId), 0);

/** Mark the open channel as read if the page is visible. */
export function markRead() {
  const last = messagesIn(store.channelId).at(-1);
  if (!last || document.visibilityState !== 'visible') return;
  if (compareIds(last.id, lastRead(store.me.id, store.channelId)) <= 0) return;
  store.read = remembered('read', {}); // another window may have changed it
  (store.read[store.me.id] ??= {})[store.channelId] = last.id;
  remember('read', store.read);
  changed();
}

window.addEventListener('storage', ({ key }) => {
  if (key !== 'local-discord.read') return;
  store.read = remembered('read', {});
  changed();
});
