/* What the page knows. Whoever changes it says `changed()`; the views that asked for it with `onChange` draw anew. */

const FLAG = { EPHEMERAL: 1 << 6, LOADING: 1 << 7, SILENT: 1 << 12, COMPONENTS_V2: 1 << 15 };

/** What this browser keeps, for all windows. */
export const remembered = (key, fallback) => JSON.parse(localStorage.getItem(`local-discord.${key}`)) ?? fallback;
export const remember = (key, value) => localStorage.setItem(`local-discord.${key}`, JSON.stringify(value));

export const store = {
  me: null, users: [], bot: null, guilds: null, commands: [], emojis: new Map(),
  channels: new Map(),          // id -> channel or thread
  messages: new Map(),          // channel id -> message id -> message, oldest first
  read: remembered('read', {}), // user id -> channel id -> the last message seen
  met: new Set(),               // ids of the people whom this client has been told of: of others it knows a number
  channelId: null,
};

/** What is under way or went wrong here and is no part of Discord's own state. */
export const local = {
  pending: new Map(), // nonce -> {messageId?, customId?, resolve, timer}: interactions nobody has answered yet
  failed: new Map(),  // message id -> sentence
  chosen: new Map(),  // `${message id}:${custom id}` -> values just picked
  notices: [],        // {id, channelId, userId, command, error?}: commands on their way, or failed
};

const views = [];
export const onChange = (draw) => views.push(draw);
let isDue = false;

/** Draw once what changes within one event, as soon as that is over. */
export function changed() {
  if (isDue || !store.guilds) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    views.forEach((draw) => draw());
  });
}

/** Snowflakes in order of time: longer is later, then digit by digit. */
export const compareIds = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
export const byId = (things) => new Map(things.map((thing) => [thing.id, thing]));

export function fillStore({ me, users, bot, guilds, commands, latency, emojis, channels, messages }) {
  Object.assign(store, { me, users, bot, guilds, commands, latency, emojis: byId(emojis), channels: byId(channels) });
  store.messages = new Map(Object.entries(messages).map(([channelId, each]) => [channelId, byId(each)]));
  store.met = new Set([me.id, bot?.id]);
  Object.values(messages).flat().forEach(meet);
  if (!store.channels.has(store.channelId)) store.channelId = firstChannel()?.id ?? null;
  changed();
}

const THREADS = [10, 11, 12];
export const textChannels = () => [...store.channels.values()].filter((channel) => !isThread(channel));
export const isThread = (channel) => THREADS.includes(channel.type);
export const isPrivate = (channel) => !channel?.guild_id;
const firstChannel = () => textChannels()[0];

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
/** Whether Discord's client paints a message as one that means this person: after an edit too, which notifies nobody. */
export const isMarked = ({ mentions, mention_everyone: everyone }, userId) => everyone || mentions.some(({ id }) => id === userId);
export const isPinged = (message, userId) => message.pings.includes(userId);
export const messagesIn = (channelId) => [...(store.messages.get(channelId)?.values() ?? [])];

export function findMessage(id) {
  for (const messages of store.messages.values()) if (messages.has(id)) return messages.get(id);
  return undefined;
}

/** Whoever comes with a message is known from then on: who wrote it, whom it mentions, who asked for it. */
function meet({ author, mentions, interaction_metadata: asked, referenced_message: answered }) {
  for (const user of [author, ...mentions, asked?.user, answered?.author]) if (user) store.met.add(user.id);
}

/** Add a message, or put its newer state in its place; returns whether it is new. */
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

/** Have a message drawn again though it is the same: a view draws anew what is another object. */
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

/** Menus of this message show again what the bot says is chosen. */
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
