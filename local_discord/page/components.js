/* Message components, V2 and legacy, by Discord's type numbers, and pictures and files of messages. */

import { attr, cssColor, html, icon, placeOf, safeUrl } from './html.js';
import { customEmoji, markdown } from './markdown.js';
import { mentioned, nameOf } from './people.js';
import { choicesKey, isPending, local, store } from './store.js';
import { words } from './words.js';

export const TYPE = { ROW: 1, BUTTON: 2, TEXT_INPUT: 4, TEXT: 10, LABEL: 18 };
const SHOW = {
  1: actionRow, 2: button, 3: dropdown, 5: dropdown, 7: dropdown, 8: dropdown, 9: section,
  10: (part) => markdown(part.content), 11: (part, message) => picture(part, message, part.media, 'thumbnail'),
  12: gallery, 13: filePart, 14: separator, 17: container,
};
const BUTTON_STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger' };
const LINK_STYLE = 5;

const component = (part, message) => SHOW[part.type]?.(part, message) ?? unsupported(part);
export const components = (parts, message) => parts.map((part) => component(part, message));
export const unsupported = (part) => html`<span class="muted">${words('unsupported-component', { type: part.type })}</span>`;

/** Return every component, nested ones included. */
function allComponents(parts = []) {
  return parts.flatMap((part) => [part, ...allComponents(part.components), ...(part.accessory ? [part.accessory] : [])]);
}
export const findComponent = (message, customId) =>
  allComponents(message?.components).find((part) => part.custom_id === customId);

/** Return the text of a message without markup, for screen readers and reply lines. */
export function plainText(message) {
  const texts = allComponents(message.components).filter((part) => part.type === TYPE.TEXT).map((part) => part.content);
  return [message.content, ...texts].join(' ')
    .replace(/<@!?(\d+)>/g, (_, id) => mentioned(id))
    .replace(/<a?:\w+:\d+>/g, '').replace(/<t:[^>]*>/g, '').replace(/^-# /gm, '')
    .replace(/[*_~`|#]+/g, '').replace(/\s+/g, ' ').trim();
}

function container(part, message) {
  const accent = Number.isInteger(part.accent_color) && cssColor(part.accent_color);
  const style = attr('style', accent && `--accent: ${accent}`);
  return html`<div class="container stack${accent && ' accent'}"${style}>${components(part.components, message)}</div>`;
}

function section(part, message) {
  return html`<div class="section"><div class="stack">${components(part.components, message)}</div>
    <div class="accessory">${component(part.accessory, message)}</div></div>`;
}

function separator(part) {
  return html`<hr class="separator${part.spacing === 2 && ' large'}${part.divider !== false && ' line'}">`;
}

/** Return the address of a media object; `attachment://name` refers to an attachment of the message. */
function mediaUrl(media, message) {
  const name = /^attachment:\/\/(.+)/.exec(media.url)?.[1];
  return safeUrl(name ? message.attachments.find((file) => file.filename === name)?.url : media.url);
}

export function picture(part, message, media, className) {
  const url = mediaUrl(media, message);
  const size = html`${attr('width', media.width)}${attr('height', media.height)}`;
  const alt = part.description ?? '';
  const img = html`<img${attr('class', className)} src="${url}" alt="${alt}"${size}>`;
  return html`<button type="button" class="zoom" data-zoom="${url}" aria-label="${alt ? words('enlarge-this', { words: alt }) : words('enlarge')}">${img}</button>`;
}

function gallery(part, message) {
  const pictures = part.items.map((item) => picture(item, message, item.media));
  return html`<div class="gallery${part.items.length === 1 && ' one'}">${pictures}</div>`;
}

function filePart(part, message) {
  const url = mediaUrl(part.file, message);
  const name = part.name ?? url.split('/').at(-1).split('?')[0];
  return fileCard(name, url, part.size);
}

export function fileCard(name, url, size) {
  return html`<div class="file">📄 <div><a href="${safeUrl(url)}" download="${name}">${name}</a>
    ${size && html`<div class="muted">${Math.max(1, Math.round(size / 1024))} KB</div>`}</div></div>`;
}

/** Rows of short buttons are cards; their columns make a hand readable on a phone. */
function actionRow(row, message) {
  const isCard = (part) => part.type === TYPE.BUTTON && part.emoji && /^\w{0,2}★?(×\d+)?$/.test(part.label ?? '');
  return html`<div class="row${row.components.every(isCard) && ' cards'}">${components(row.components, message)}</div>`;
}

export function emojiPart(emoji) {
  return emoji && (emoji.id ? customEmoji(emoji.name, emoji.id) : html`<span class="emoji">${emoji.name}</span>`);
}

/** Return the attributes for a component's id and for whether it can be used now. */
const usable = (part, message) => html` data-custom-id="${part.custom_id}"${attr('disabled', part.disabled)}${
  attr('aria-busy', isPending(message.id, part.custom_id) && 'true')}`;

function button(part, message) {
  const inside = html`${emojiPart(part.emoji)}${part.label && html`<span>${part.label}</span>`}`;
  const name = attr('aria-label', !part.label && part.emoji?.name);
  const place = part.style === LINK_STYLE && placeOf(part.url);
  if (place) {
    return html`<button type="button" class="btn link" data-goto="${place.channel}"${attr('data-at', place.message)}${name}>${inside}</button>`;
  }
  if (part.style === LINK_STYLE) {
    return html`<a class="btn link" href="${safeUrl(part.url)}" target="_blank" rel="noopener noreferrer"${name}>${inside}<span aria-hidden="true">↗</span></a>`;
  }
  return html`<button type="button" class="btn ${BUTTON_STYLES[part.style]}"${usable(part, message)}${name}>${inside}</button>`;
}

function dropdown(part, message) {
  const chosen = chosenOptions(part, message.id);
  const labels = chosen.map((option) => html`<span>${emojiPart(option.emoji)}${option.label}</span>`);
  return html`<button type="button" class="dropdown" aria-haspopup="listbox"${usable(part, message)}>
    <span class="chosen${!chosen.length && ' empty'}${chosen.length > 1 && ' many'}">${chosen.length ? labels : placeholder(part)}</span>${icon('down')}</button>`;
}

export const placeholder = (part) => part.placeholder ?? words('make-selection');
export const isMulti = (part) => (part.max_values ?? 1) > 1;

/** Return the options of any kind of select in the form of a string select's. */
export function selectOptions(part) {
  const preset = new Set(part.default_values?.map((value) => value.id));
  const option = (label, { id }) => ({ label, value: id, default: preset.has(id) });
  const people = () => store.users.map((user) => option(nameOf(user), user));
  const server = store.channels.get(store.channelId)?.guild_id;
  const isListed = ({ guild_id: guild, type }) => guild === server && (part.channel_types?.includes(type) ?? true);
  const places = () => [...store.channels.values()].filter(isListed).map((channel) => option(`#${channel.name}`, channel));
  return { 3: () => part.options, 5: people, 7: people, 8: places }[part.type]();
}

export function chosenOptions(part, messageId) {
  const picked = local.chosen.get(choicesKey(messageId, part.custom_id));
  return selectOptions(part).filter((option) => (picked ? picked.includes(option.value) : option.default));
}
