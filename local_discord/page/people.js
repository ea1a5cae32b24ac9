/* People and their languages. */

import { attr, cssColor, html } from './html.js';
import { store } from './store.js';

export const accountName = (user) => user.global_name ?? user.username;
export const everybody = () => [...store.users, ...(store.bot ? [store.bot] : [])];
export const findUser = (id) => everybody().find((user) => user.id === id);

/** What a person is called on this server; `user` may be somebody's older self, as a message remembers its author. */
export function nameOf(user) {
  return findUser(user?.id)?.nick ?? (user ? accountName(user) : 'Unknown');
}

export const locale = () => store.me.locale;
export const localized = (thing, field) => thing[`${field}_localizations`]?.[locale()] ?? thing[field];

export const sameText = (a, b) => String(a).toLowerCase() === String(b).toLowerCase();

export function avatar(user, size) {
  const color = findUser(user.id)?.accent_color;
  const tint = attr('style', color && `--tint: ${cssColor(color)}`);
  return html`<span class="avatar${size && ` ${size}`}" aria-hidden="true"${tint}>${nameOf(user).slice(0, 1)}</span>`;
}
