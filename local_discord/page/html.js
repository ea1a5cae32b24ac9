/* HTML templates with escaping, and updates of the page that preserve existing nodes. */

export const $ = (selector, root = document) => root.querySelector(selector);

class Html {
  constructor(text) { this.text = text; }
}
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (char) => ESCAPES[char]);

function toHtml(value) {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(toHtml).join('');
  return value === null || value === undefined || value === false ? '' : escapeHtml(value);
}

/** Template tag that escapes interpolated values, except results of `html` itself. */
export const html = (strings, ...values) =>
  new Html(strings.reduce((out, part, i) => out + toHtml(values[i - 1]) + part));

/** Return ` name="value"`, or nothing for null, undefined and false. */
export function attr(name, value) {
  if (value === null || value === undefined || value === false) return '';
  return new Html(value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`);
}

/** Return the address if it cannot run a script, else `#`. */
export const safeUrl = (url) => (/^(https?:\/\/|\/|data:image\/)/i.test(url ?? '') ? url : '#');

/** Return the channel and message in a discord.com address, {channel, message?}, or null for other addresses. */
export function placeOf(url) {
  const [, channel, message] = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(url ?? '') ?? [];
  return channel ? { channel, message } : null;
}

export const cssColor = (number) => `#${number.toString(16).padStart(6, '0')}`;

export const icon = (name) => html`<svg aria-hidden="true"><use href="#i-${name}"/></svg>`;

/** Update an element's children to match the markup. */
export function render(element, markup) {
  const template = document.createElement('template');
  template.innerHTML = toHtml(markup);
  morphChildren(element, template.content);
}

/** Make `from`'s children equal `to`'s; existing nodes retain focus, pictures and scroll position. */
function morphChildren(from, to) {
  const wanted = [...to.childNodes];
  wanted.forEach((node, i) => {
    const present = from.childNodes[i];
    if (!present) from.append(node);
    else if (present.nodeName === node.nodeName) morphNode(present, node);
    else present.replaceWith(node);
  });
  while (from.childNodes.length > wanted.length) from.lastChild.remove();
}

function morphNode(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  if (from.isEqualNode(to)) return;
  morphAttributes(from, to);
  morphChildren(from, to);
}

function morphAttributes(from, to) {
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}
