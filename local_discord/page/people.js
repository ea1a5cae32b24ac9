/* People, and times in the reader's language; unix times are in seconds. */

import { attr, cssColor, html } from './html.js';
import { store } from './store.js';
import { words } from './words.js';

export const accountName = (user) => user.global_name ?? user.username;
export const everybody = () => [...store.users, ...(store.bot ? [store.bot] : [])];
export const findUser = (id) => everybody().find((user) => user.id === id);

/** Return a person's name on this server; `user` may be an older copy, such as a message's author. */
export function nameOf(user) {
  return findUser(user?.id)?.nick ?? (user ? accountName(user) : words('unknown'));
}

/** Return the text of a mention; like Discord's client, the page knows only the id of people it has not met. */
export const mentioned = (id) => (store.met.has(id) ? `@${nameOf(findUser(id))}` : `<@${id}>`);

const locale = () => store.me.locale;
export const localized = (thing, field) => thing[`${field}_localizations`]?.[locale()] ?? thing[field];

export const sameText = (a, b) => String(a).toLowerCase() === String(b).toLowerCase();

export function avatar(user, size) {
  const color = findUser(user.id)?.accent_color;
  const tint = attr('style', color && `--tint: ${cssColor(color)}`);
  return html`<span class="avatar${size && ` ${size}`}" aria-hidden="true"${tint}>${nameOf(user).slice(0, 1)}</span>`;
}

/** Formats by the letter of a Discord timestamp; R (relative) is handled separately. */
const STYLES = {
  t: { timeStyle: 'short' }, T: { timeStyle: 'medium' }, d: { dateStyle: 'short' }, D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' }, F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' }, S: { dateStyle: 'short', timeStyle: 'medium' },
};
const UNITS = [['year', 31_536_000], ['month', 2_592_000], ['day', 86_400], ['hour', 3600], ['minute', 60], ['second', 1]];

/** Format a Date, or a value for its constructor, in one of Discord's styles. */
export const formatTime = (time, style) => new Intl.DateTimeFormat(locale(), STYLES[style]).format(new Date(time));

const formatUnix = (unix, style) =>
  style === 'R' ? relativeTime(unix - Date.now() / 1000) : formatTime(unix * 1000, style);

function relativeTime(seconds) {
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale()).format(Math.trunc(seconds / size), unit);
}

export const timestamp = (unix, style) =>
  html`<time data-unix="${unix}" data-style="${style}" title="${formatUnix(unix, 'F')}">${formatUnix(unix, style)}</time>`;

setInterval(() => {
  for (const time of document.querySelectorAll('time[data-style="R"]')) {
    const text = formatUnix(Number(time.dataset.unix), 'R');
    if (time.textContent !== text) time.textContent = text;
  }
}, 1000);
