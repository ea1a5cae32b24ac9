/* The list of messages and its rows. */

import { commandList, messageCommands } from './commands.js';
import { components, fileCard, picture, plainText } from './components.js';
import { $, html, icon, render } from './html.js';
import { request } from './interactions.js';
import { markdown, mention, place } from './markdown.js';
import { avatar, formatTime, nameOf } from './people.js';
import { whileFollowing } from './scroll.js';
import { changed, dropMessage, findMessage, isEphemeral, isForum, isMarked, isSilent, isThinking, isV2, isWithBot, local, messagesIn, onChange, putMessage, store, threadsOf } from './store.js';
import { language, richWords, words } from './words.js';

const list = $('#list');
const rows = new Map(); // message or notice id -> {element, subject, …}: the drawn element and its inputs
let drawnChannel = null;

const MEMBER_ADDED = 1;
const THREAD_CREATED = 18;
const SYSTEM_WORDS = { [MEMBER_ADDED]: 'added', [THREAD_CREATED]: 'thread-started', 21: 'thread-here' };
const isSystem = (message) => message.type in SYSTEM_WORDS;
const GROUP_MS = 7 * 60_000;

/** Update the list from the store, redrawing only changed messages. */
function draw() {
  whileFollowing(drawRows, { restart: drawnChannel !== store.channelId });
  drawnChannel = store.channelId;
}

function drawRows() {
  const messages = messagesIn(store.channelId);
  const channel = store.channels.get(store.channelId);
  const posts = isForum(channel) ? threadsOf(channel) : [];
  const notices = local.notices.filter(({ channelId, userId }) => channelId === store.channelId && userId === store.me.id);
  const elements = [...posts.map(postRow), ...messages.map((message, i) => messageRow(message, messages[i - 1])), ...notices.map(noticeRow)];
  if (!elements.length) elements.push(welcomeRow());
  const wanted = new Set(elements);
  for (const [id, { element }] of rows) {
    if (wanted.has(element)) continue;
    element.remove();
    rows.delete(id);
  }
  elements.forEach((element, i) => {
    if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null);
  });
}

/** Return the row of a message or notice; calls `markup` only if its inputs or the language have changed. */
function rowFor(id, inputs, markup) {
  const shown = { ...inputs, language: language() };
  const row = rows.get(id) ?? { element: document.createElement('li') };
  if (Object.entries(shown).some(([key, value]) => row[key] !== value)) {
    rows.set(id, Object.assign(row, shown));
    render(row.element, markup());
  }
  return row.element;
}

function messageRow(message, previous) {
  const isNewDay = !previous || !isSameDay(message, previous);
  const isGrouped = Boolean(previous) && belongsTo(message, previous);
  const { commands } = store;
  return rowFor(message.id, { subject: message, isGrouped, isNewDay, commands }, () => {
    const day = isNewDay && html`<div class="day">${formatTime(message.timestamp, 'D')}</div>`;
    const kind = html`${isSystem(message) && ' system'}${isEphemeral(message) && ' ephemeral'}${isMarked(message, store.me.id) && ' pinged'}`;
    const inside = isSystem(message) ? systemMarkup(message) : messageMarkup(message, isGrouped);
    return html`${day}<article class="message${isGrouped && ' grouped'}${kind}" data-message-id="${message.id}" aria-label="${nameOf(message.author)}">
      ${inside}</article>`;
  });
}

const isSameDay = (a, b) => new Date(a.timestamp).toDateString() === new Date(b.timestamp).toDateString();

/** Return whether a message is grouped with the previous one, without its own header. */
function belongsTo(message, previous) {
  return message.author.id === previous.author.id && !answered(message) && isEphemeral(message) === isEphemeral(previous)
    && !isSystem(message) && !isSystem(previous) && isSameDay(message, previous)
    && new Date(message.timestamp) - new Date(previous.timestamp) < GROUP_MS;
}

/** Return the command or message that a message answers. */
const answered = (message) =>
  message.interaction ?? message.referenced_message ?? findMessage(message.message_reference?.message_id);

const clock = (time) => formatTime(time, 't');

function messageMarkup(message, isGrouped) {
  return html`${overLine(message)}${!isGrouped && headMarkup(message)}${hasMenu(message) && menuButton()}
    <div class="body">${bodyMarkup(message)}${isGrouped && marks(message)}</div>
    ${failureMarkup(local.failed.get(message.id))}${isEphemeral(message) && privateMarkup()}`;
}

const hasMenu = (message) => !isEphemeral(message) && messageCommands().length > 0;
const menuButton = () => html`<button type="button" class="icon-button apps" data-apps aria-label="${words('apps')}" aria-haspopup="menu">${icon('more')}</button>`;

function headMarkup(message) {
  return html`${avatar(message.author)}<div class="head"><span class="author">${nameOf(message.author)}</span>
    ${message.author.bot && html`<span class="tag">${words('bot-tag')}</span>`}<time class="when" datetime="${message.timestamp}">${clock(message.timestamp)}</time>${marks(message)}</div>`;
}

const silentMark = () => html`<span class="edited" title="${words('silent')}">🔕</span>`;
const editedMark = (edited) => html`<span class="edited" title="${clock(edited)}">${words('edited')}</span>`;

/** Return the marks of a silent message and of an edited one. */
const marks = (message) => [isSilent(message) && silentMark(), message.edited_timestamp && editedMark(message.edited_timestamp)];

/**
 * Return "Ichiza started a thread: …", with a link to the thread or, within the thread, to its parent channel,
 * or "Ichiza added Aki to the thread.", which has no link.
 */
function systemMarkup(message) {
  const who = html`<b>${nameOf(message.author)}</b>`;
  if (message.type === MEMBER_ADDED) {
    const whom = html`<b>${message.mentions.map(nameOf).join(', ')}</b>`;
    return html`${avatar(message.author)}<div class="body">${richWords(SYSTEM_WORDS[MEMBER_ADDED], { who, whom })}
      <time class="when">${clock(message.timestamp)}</time></div>`;
  }
  const { channel_id: id } = message.message_reference;
  const channel = store.channels.get(id);
  const label = message.type === THREAD_CREATED ? message.content : channel?.name;
  return html`${avatar(message.author)}<div class="body">${richWords(SYSTEM_WORDS[message.type], { who, place: channel ? place(id, label) : message.content })}
    <time class="when">${clock(message.timestamp)}</time></div>`;
}

/** Return the small line above a message: the answered command or message. */
function overLine(message) {
  const target = answered(message);
  if (!target) return null;
  if (target === message.interaction) return commandLine(target.user, target.name);
  const said = plainText(target).slice(0, 90) || words('a-message');
  return html`<div class="over">${avatar(target.author, 'tiny')}<button type="button" data-jump="${target.id}"><b>${nameOf(target.author)}</b> ${said}</button></div>`;
}

function commandLine(user, command) {
  return html`<div class="over">${avatar(user, 'tiny')}<span>${richWords('used', { who: html`<b>${nameOf(user)}</b>`, command: mention(`/${command}`) })}</span></div>`;
}

function bodyMarkup(message) {
  if (isThinking(message)) return html`<div class="muted thinking">${words('thinking', { who: nameOf(message.author) })}</div>`;
  return html`${message.content && markdown(message.content)}
    ${!isV2(message) && message.attachments.map((file) => attachment(file, message))}
    ${message.embeds.length > 0 && html`<span class="muted">${words('unsupported-embed')}</span>`}
    ${message.components.length > 0 && html`<div class="stack">${components(message.components, message)}</div>`}
    ${message.thread && threadCard(store.channels.get(message.thread.id) ?? message.thread)}`;
}

function attachment(file, message) {
  const isPicture = /^image\//.test(file.content_type ?? '') || /\.(png|jpe?g|gif|webp)$/i.test(file.filename);
  return isPicture ? html`<div class="gallery one">${picture(file, message, file)}</div>` : fileCard(file.filename, file.url, file.size);
}

const threadCard = (thread) =>
  html`<button type="button" class="thread-card" data-goto="${thread.id}">${icon('thread')}<b>${thread.name}</b><span>${words('see-thread')}</span></button>`;

/** Return the row of a forum's post: a card that opens it. */
const postRow = (post) => rowFor(post.id, { subject: post }, () => html`<article class="message">${threadCard(post)}</article>`);

const failureMarkup = (sentence) => sentence && html`<div class="foot error" role="alert">${sentence}</div>`;
const privateMarkup = () => html`<div class="foot">👁 ${words('only-you')} · <button type="button" class="linkish" data-dismiss>${words('dismiss')}</button></div>`;

function noticeRow(notice) {
  const state = notice.error ? html`${failureMarkup(notice.error)}${privateMarkup()}` : html`<div class="foot thinking">${words('sending')}</div>`;
  return rowFor(notice.id, { subject: notice }, () =>
    html`<article class="message ephemeral" data-message-id="${notice.id}">${commandLine(store.me, notice.command)}${state}</article>`);
}

const STARTERS = ['play', 'help', 'tables', 'leaderboard'];

/** Return the placeholder of an empty channel. */
function welcomeRow() {
  const names = commandList().map((command) => command.path);
  const known = STARTERS.filter((name) => !names.length || names.includes(name));
  const starter = (name, i) => html`<button type="button" class="btn ${i ? 'secondary' : 'primary'}" data-fill="/${name}">/${name}</button>`;
  const { commands, users, bot, channelId } = store;
  const channel = store.channels.get(channelId);
  const about = isForum(channel) ? 'welcome-forum' : isWithBot(channel) ? 'welcome-direct' : 'welcome-about';
  return rowFor('welcome', { commands, users, bot, channelId }, () => html`<div id="welcome" class="welcome"><h2>${words('welcome')}</h2>
    <p>${richWords(about, { bot: bot ? nameOf(bot) : words('the-bot'), count: users.length })}</p>
    <div class="starters">${(known.length ? known : names.slice(0, 4)).map(starter)}</div></div>`);
}

/** Let the screen reader announce a new message. */
export function announce(message) {
  if (message.channel_id !== store.channelId || message.author.id === store.me.id) return;
  const said = plainText(message).slice(0, 240);
  if (said) $('#live').textContent = `${nameOf(message.author)}: ${said}`;
}

export const jumpTo = (id) => rows.get(id)?.element.scrollIntoView({ block: 'center' });

/** Dismiss an ephemeral message or the notice of an unanswered command. */
export function dismiss(id) {
  const message = findMessage(id);
  if (message) {
    dropMessage(message);
    request('/client/dismiss', { user: store.me.id, message_id: id }).catch(() => putMessage(message));
  }
  local.notices = local.notices.filter((notice) => notice.id !== id);
  changed();
  $('#composer').focus({ preventScroll: true });
}

onChange(draw);
