/* Discord's markdown. */

import { attr, html, placeOf, safeUrl } from './html.js';
import { mentioned, timestamp } from './people.js';
import { store } from './store.js';
import { words } from './words.js';

const EMOJI = /(?:[\u{1F1E6}-\u{1F1FF}]{2}|[0-9#*]\uFE0F?\u20E3|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=\uFE0F))(?:\uFE0F|\p{Emoji_Modifier})*(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})*)*)/uy;
const ONLY_EMOJI = new RegExp(`^(?:\\s|<a?:\\w+:\\d+>|${EMOJI.source})+$`, 'u');

/** Inline rules in order of precedence; each is tried at every position with its first character. */
const INLINE_RULES = [
  [/\\([!-/:-@[-`{-~])/y, (m) => html`${m[1]}`],
  [/(`+)([^]*?[^`])\1(?!`)/y, (m) => html`<code>${m[2].trim() || m[2]}</code>`],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1], m[1])],
  [/\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"([^"]*)")?\)/y, (m) => link(m[2], inline(m[1]), m[3])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'\])]/y, (m) => link(m[0], m[0])],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m) => timestamp(Number(m[1]), m[2] ?? 'f')],
  [/<@!?(\d+)>/y, (m) => mention(mentioned(m[1]))],
  [/<@&(\d+)>/y, () => mention(words('role'))],
  [/<#(\d+)>/y, (m) => channelMention(m[1])],
  [/<\/([^:>]+):\d+>/y, (m) => html`<button type="button" class="mention" data-fill="/${m[1]}">/${m[1]}</button>`],
  [/<a?:(\w+):(\d+)>\u2060(\u00a0?(?:[\p{Script=Latin}\p{N}]+|\p{L}))/uy, (m) => html`<span class="bound">${customEmoji(m[1], m[2])}${m[3]}</span>`],
  [/<a?:(\w+):(\d+)>/y, (m) => customEmoji(m[1], m[2])],
  [/@(?:everyone|here)\b/y, (m) => mention(m[0])],
  [/\*\*([^]+?)\*\*(?!\*)/y, (m) => html`<strong>${inline(m[1])}</strong>`],
  [/__([^]+?)__(?!_)/y, (m) => html`<u>${inline(m[1])}</u>`],
  [/\*(?!\s)((?:\*\*|\\\*|[^*])+?)(?<!\s)\*(?!\*)/y, (m) => html`<em>${inline(m[1])}</em>`],
  [/_((?:__|\\_|[^_])+?)_(?![\p{L}\p{N}_])/uy, (m) => html`<em>${inline(m[1])}</em>`],
  [/~~([^]+?)~~/y, (m) => html`<s>${inline(m[1])}</s>`],
  [EMOJI, (m) => html`<span class="emoji">${m[0]}</span>`],
];
const SPECIAL = /[\\`<[@*_~h#0-9]|[^\x00-\x7F]/;

function inline(text) {
  const out = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    const hit = SPECIAL.test(text[at]) && inlineAt(text, at);
    if (hit) {
      out.push(plain, hit.markup);
      plain = '';
      at += hit.length;
    } else {
      plain += text[at++];
    }
  }
  return html`${[...out, plain]}`;
}

function inlineAt(text, at) {
  for (const [rule, show] of INLINE_RULES) {
    rule.lastIndex = at;
    const match = rule.exec(text);
    if (match) return { markup: show(match), length: match[0].length };
  }
  return null;
}

function link(url, label, title) {
  const { channel, message } = placeOf(url) ?? {};
  if (channel) return html`<button type="button" class="linkish" data-goto="${channel}"${attr('data-at', message)}${attr('title', title)}>${label}</button>`;
  return html`<a href="${safeUrl(url)}" target="_blank" rel="noopener noreferrer"${attr('title', title)}>${label}</a>`;
}

export const mention = (text) => html`<span class="mention">${text}</span>`;

/** Return a link to a channel or thread with its name. */
export const place = (id, label) => html`<button type="button" class="mention" data-goto="${id}">${label}</button>`;

function channelMention(id) {
  const channel = store.channels.get(id);
  return channel ? place(id, `#${channel.name}`) : mention(words('unknown-channel'));
}

export function customEmoji(name, id) {
  const url = store.emojis.get(id)?.url ?? `/cdn/emojis/${id}.png`;
  return html`<img class="emoji" src="${safeUrl(url)}" alt=":${name}:" title=":${name}:" draggable="false">`;
}

export function markdown(text) {
  const pieces = text.trim().split(/```(?:([\w+-]+)\n)?([^]*?)```/);
  const out = [];
  for (let i = 0; i < pieces.length; i += 3) {
    const inside = (i > 0 ? pieces[i].replace(/^\n/, '') : pieces[i]).replace(/\n$/, '');
    if (inside) out.push(blocks(inside.split('\n')));
    const code = pieces[i + 2]?.replace(/^\n|\n$/g, '');
    if (code !== undefined) out.push(html`<pre><code>${code}</code></pre>`);
  }
  return html`<div class="md${ONLY_EMOJI.test(text) && ' jumbo'}">${out}</div>`;
}

const HEADINGS = [(inside) => html`<h1>${inside}</h1>`, (inside) => html`<h2>${inside}</h2>`, (inside) => html`<h3>${inside}</h3>`];
const LIST_LINE = /^( *)([-*]|\d+\.) +(.*)/;

/** Convert lines to blocks: quotes, headings, subtext, lists, or else paragraphs. */
function blocks(lines) {
  const out = [];
  let inside = [];
  const flush = () => {
    if (inside.length) out.push(html`<div>${inline(inside.join('\n'))}</div>`);
    inside = [];
  };
  for (let i = 0; i < lines.length;) {
    const block = blockAt(lines.slice(i));
    if (block) {
      flush();
      out.push(block.markup);
      i += block.length;
    } else {
      inside.push(lines[i++]);
    }
  }
  flush();
  return out;
}

/** Return the block that starts at the first line and its number of lines, or null for a paragraph. */
function blockAt(lines) {
  const [line] = lines;
  let match;
  if (line.startsWith('>>> ')) return { markup: quote([line.slice(4), ...lines.slice(1)]), length: lines.length };
  if (line.startsWith('> ')) {
    const quoted = takeWhile(lines, (next) => next.startsWith('> '));
    return { markup: quote(quoted.map((next) => next.slice(2))), length: quoted.length };
  }
  if ((match = /^(#{1,3}) +(.+)/.exec(line))) return { markup: HEADINGS[match[1].length - 1](inline(match[2])), length: 1 };
  if ((match = /^-# +(.+)/.exec(line))) return { markup: html`<small>${inline(match[1])}</small>`, length: 1 };
  if ((match = LIST_LINE.exec(line))) {
    const items = takeWhile(lines, continuesList(match));
    return { markup: list(items.map((item) => LIST_LINE.exec(item))), length: items.length };
  }
  return null;
}

const quote = (lines) => html`<blockquote>${blocks(lines)}</blockquote>`;

function takeWhile(lines, accepts) {
  const end = lines.findIndex((line) => !accepts(line));
  return end < 0 ? lines : lines.slice(0, end);
}

/** Return whether a line continues the list of `first`: deeper, or equally deep and of the same kind. */
function continuesList(first) {
  return (line) => {
    const item = LIST_LINE.exec(line);
    return item && (item[1].length > first[1].length || /\d/.test(item[2]) === /\d/.test(first[2]));
  };
}

/** Return a list from matches of LIST_LINE; deeper indented items become a nested list of the item before. */
function list(items) {
  const depth = items[0][1].length;
  const entries = [];
  for (const item of items) {
    if (entries.length && item[1].length > depth) entries.at(-1).inner.push(item);
    else entries.push({ inside: item[3], inner: [] });
  }
  const markup = entries.map(({ inside, inner }) => html`<li>${inline(inside)}${inner.length > 0 && list(inner)}</li>`);
  const numbered = /\d/.test(items[0][2]);
  return numbered ? html`<ol start="${parseInt(items[0][2], 10)}">${markup}</ol>` : html`<ul>${markup}</ul>`;
}
