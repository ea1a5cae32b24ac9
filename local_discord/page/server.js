/* The connection to the local server: first the whole state, then events. */

import { $ } from './html.js';
import { request, settle } from './interactions.js';
import { announce } from './messages.js';
import { openModal } from './modal.js';
import { byId, changed, dropChannel, dropMessage, fillStore, forgetChoices, putChannel, putMessage, store, touchAll } from './store.js';

const net = { session: 0, socket: null, attempt: 0, waiting: null }; // waiting: events received before the state, or null

/** Open the event stream before reading the state, so that no event is lost between the two. */
export function connect() {
  const session = ++net.session;
  net.socket?.close();
  net.waiting = [];
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${location.host}/client/events?user=${encodeURIComponent(store.me.id)}`);
  net.socket = socket;
  socket.onmessage = ({ data }) => session === net.session && receive(JSON.parse(data));
  socket.onclose = () => session === net.session && reconnectLater();
  socket.onopen = () => loadState(session).catch(() => socket.close());
}

async function loadState(session) {
  const state = await request(`/client/state?user=${encodeURIComponent(store.me.id)}`);
  if (session !== net.session) return;
  fillStore(state);
  net.attempt = 0;
  $('#lost').hidden = true;
  const waiting = net.waiting;
  net.waiting = null;
  waiting.forEach(receive);
}

function reconnectLater() {
  $('#lost').hidden = false;
  const { session } = net;
  setTimeout(() => session === net.session && connect(), Math.min(10_000, 300 * 2 ** net.attempt++));
}

function receive(event) {
  if (net.waiting) net.waiting.push(event);
  else EVENTS[event.t]?.(event.d);
}

const keep = (name) => (value) => {
  store[name] = value;
  changed();
};

const EVENTS = {
  MESSAGE_CREATE: (message) => putMessage(message) && announce(message),
  MESSAGE_UPDATE: (message) => {
    putMessage(message);
    forgetChoices(message.id);
  },
  MESSAGE_DELETE: dropMessage,
  CHANNEL_CREATE: putChannel, CHANNEL_UPDATE: putChannel, CHANNEL_DELETE: dropChannel,
  THREAD_CREATE: putChannel, THREAD_UPDATE: putChannel, THREAD_DELETE: dropChannel,
  APPLICATION_UPDATE: ({ installable }) => keep('installable')(installable),
  COMMANDS_UPDATE: keep('commands'),
  SCHEDULED_EVENTS_UPDATE: keep('events'),
  EMOJIS_UPDATE: (emojis) => {
    store.emojis = byId(emojis);
    touchAll();
  },
  BOT_STATUS: ({ online }) => {
    if (!store.bot) connect(); // first login of the bot: reload the state for its name
    else store.bot = { ...store.bot, online };
    changed();
  },
  INTERACTION_SUCCESS: ({ nonce }) => settle(nonce, { ok: true }),
  INTERACTION_FAILURE: ({ nonce }) => settle(nonce, { ok: false }),
  MODAL_OPEN: (modal) => settle(modal.nonce, { ok: true }) && openModal(modal), // otherwise another window opened it
  USER_UPDATE: (user) => {
    const isKnown = store.users.some(({ id }) => id === user.id);
    store.users = isKnown ? store.users.map((each) => (each.id === user.id ? user : each)) : [...store.users, user];
    if (user.id === store.me.id) store.me = user;
    touchAll();
  },
  GUILD_UPDATE: (guild) => keep('guilds')(store.guilds.map((each) => (each.id === guild.id ? guild : each))),
  RESET: connect,
};
