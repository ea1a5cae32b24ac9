/* Everything around the messages: channels and threads, the bot, the switch between people, title and address. */

import { $, attr, html, icon, render } from './html.js';
import { request } from './interactions.js';
import { accountName, avatar, nameOf } from './people.js';
import { allPings, changed, isForum, isPrivate, isThread, isWithBot, onChange, pingCount, remember, remembered, store, textChannels, threadsOf, unreadMessages } from './store.js';
import { language, words } from './words.js';

const mentionsOf = (user, count) => words(count === 1 ? 'mentions-one' : 'mentions-many', { count, who: nameOf(user) });

function badge(user, count) {
  const label = mentionsOf(user, count);
  return count > 0 && html`<span class="badge" role="img" aria-label="${label}" title="${label}">${count}</span>`;
}

function draw() {
  $('#guild').textContent = placeName(store.channels.get(store.channelId));
  $('#latency-button').setAttribute('aria-pressed', store.latency);
  render($('#channels'), [...store.guilds.map(({ id }) => id), null].map(serverBranch));
  render($('#switch'), html`<span class="muted">${words('you-are')}</span><div class="segments">${store.users.map(personButton)}</div>`);
  drawBot();
  drawTitle();
  drawAddress();
}

const placeName = (channel) => store.guilds.find(({ id }) => id === channel?.guild_id)?.name ?? words('direct-messages');

/** Return a server's channels below its scheduled events; null means direct messages. */
function serverBranch(guildId) {
  const channels = textChannels().filter((each) => each.guild_id === guildId);
  return channels.length > 0 && html`<li class="server">${placeName(channels[0])}</li>${
    store.events.filter((each) => each.guild_id === guildId).map(scheduledEvent)}${channels.map(channelBranch)}`;
}

/** Return a scheduled event: name, time, place, and whether it repeats. */
function scheduledEvent({ id, name, scheduled_start_time: start, entity_metadata: { location }, recurrence_rule: rule }) {
  const at = new Date(start).toLocaleString(language(), { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  const often = rule && words(rule.interval === 2 ? 'every-other-week' : 'every-week');
  return html`<li class="event" data-event-id="${id}">${icon('event')}<span>${name}<small>${[at, location, often].filter(Boolean).join(' · ')}</small></span></li>`;
}

/** Return a channel with its threads. */
function channelBranch(channel) {
  const threads = threadsOf(channel);
  const branches = html`<ul>${threads.map((thread) => html`<li>${channelButton(thread)}</li>`)}</ul>`;
  return html`<li>${channelButton(channel)}${threads.length > 0 && branches}</li>`;
}

const ICONS = { 0: 'hash', 1: 'at', 2: 'voice', 3: 'at', 5: 'news', 15: 'forum', 16: 'forum' };

/** Return a channel's name; direct messages with the bot have the bot's. */
const nameOfChannel = (channel) => (isWithBot(channel) ? (store.bot ? nameOf(store.bot) : words('bot-none')) : channel.name);

function channelButton({ id, archived, ...channel }) {
  const unread = unreadMessages(store.me.id, id).length > 0;
  return html`<button type="button" class="channel${unread && ' unread'}${archived && ' archived'}" data-channel-id="${id}"${
    attr('aria-current', id === store.channelId && 'page')}>${icon(ICONS[channel.type] ?? 'thread')}<span class="name">${nameOfChannel(channel)}</span>${
    archived && html`<span class="hush">${words('archived')}</span>`}${badge(store.me, pingCount(store.me.id, id))}</button>`;
}

function personButton(user) {
  return html`<button type="button" data-user="${accountName(user)}" data-user-id="${user.id}" aria-pressed="${user.id === store.me.id}">${
    avatar(user, 'small')}<span>${nameOf(user)}</span>${badge(user, allPings(user.id))}</button>`;
}

function drawBot() {
  const isOnline = Boolean(store.bot?.online);
  $('#offline').hidden = isOnline;
  render($('#bot-card'), html`${avatar(store.bot ?? { username: '?' }, 'small')}<span>${store.bot ? nameOf(store.bot) : words('bot-none')}</span>
    <span class="dot${isOnline && ' online'}"></span><span class="muted">${words(isOnline ? 'bot-online' : 'bot-offline')}</span>${store.installable && installButton()}`);
}

function installButton() {
  const { installed } = store.me;
  return html`<button type="button" class="btn ${installed ? 'secondary' : 'primary'}" data-install="${!installed}">${
    words(installed ? 'app-remove' : 'app-add')}</button>`;
}

/** Add the bot to the reader's account and open its direct messages, or remove it. */
export async function install(installed) {
  const user = await request('/client/install', { user: store.me.id, installed }).catch(() => null);
  if (user && installed) openChannel(textChannels().find(isWithBot)?.id);
}

function drawTitle() {
  const channel = store.channels.get(store.channelId);
  const name = channel ? `${isThread(channel) || isPrivate(channel) ? '' : '#'}${nameOfChannel(channel)}` : '';
  const mine = allPings(store.me.id);
  $('#title').textContent = name;
  document.title = `${mine ? `(${mine}) ` : ''}${name} – ${nameOf(store.me)}`;
  $('#menu-badge').hidden = mine === 0;
  $('#menu-badge').textContent = mine;
  const menu = mine ? words('channels-waiting', { mentions: mentionsOf(store.me, mine) }) : words('channels');
  for (const name of ['aria-label', 'title']) $('#menu-button').setAttribute(name, menu);
  $('#composer').placeholder = words(isForum(channel) ? 'composer-post' : 'composer-as', { who: nameOf(store.me) });
}

let address = '';

/** Store person and channel in the address so that a reload returns to them. */
function drawAddress() {
  const wanted = `?user=${encodeURIComponent(accountName(store.me))}#${store.channelId ?? ''}`;
  if (wanted !== address) history.replaceState(null, '', wanted);
  address = wanted;
}

export function openChannel(id) {
  if (!store.channels.has(id)) return;
  store.channelId = id;
  setDrawer(false);
  changed();
}

/** Open or close the drawer, which contains the channels on a phone. */
export function setDrawer(isOpen) {
  document.body.classList.toggle('drawer', isOpen);
  $('#menu-button').setAttribute('aria-expanded', isOpen);
  if (isOpen) ($('#channels [aria-current]') ?? $('#channels button'))?.focus();
}

export function toggleHelp() {
  const help = $('#help');
  help.hidden = !help.hidden;
  $('#help-button').setAttribute('aria-expanded', !help.hidden);
}

export async function toggleLatency() {
  const settings = { method: 'POST', body: JSON.stringify({ latency: !store.latency }) };
  store.latency = (await (await fetch('/control/settings', settings)).json()).latency;
  changed();
}

const root = document.documentElement;
root.dataset.theme = remembered('theme', ''); // '' follows the system

export function toggleTheme() {
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  remember('theme', root.dataset.theme);
}

onChange(draw);
