/* Scrolling of the message log, which follows the end until the reader scrolls up. */

import { $ } from './html.js';
import { markRead, store, unreadMessages } from './store.js';
import { words } from './words.js';

const log = $('#log');
const pill = $('#pill');
const last = { top: 0, room: 0 }; // the position, and how far the log could be scrolled, when they were read last
let isFollowing = true;

const room = () => log.scrollHeight - log.clientHeight;
const isAtEnd = () => room() - log.scrollTop < 60;

export function toEnd() {
  log.scrollTop = log.scrollHeight;
  follow(true);
  Object.assign(last, { top: log.scrollTop, room: room() });
  pill.hidden = true;
  markRead();
}

/** Start or stop following the end; only for a reader elsewhere does the browser hold the messages in sight in place. */
function follow(isWanted) {
  isFollowing = isWanted;
  log.style.overflowAnchor = isWanted ? 'none' : 'auto';
}

/** Run `draw`, which may change the log's height, and stay at the end if the reader was there. */
export function whileFollowing(draw, { restart = false } = {}) {
  readScroll(); // the latest scroll may not have fired its event yet
  if (restart) follow(true);
  draw();
  settle();
}

/** Scroll to the end, or display the number of messages below. */
function settle() {
  if (isFollowing || isAtEnd()) toEnd();
  else drawPill();
}

/**
 * Stop following only after an upward scroll. New content below is none, nor is a position that the browser has changed
 * because the log's height has changed.
 */
function readScroll() {
  if (isAtEnd()) {
    if (!isFollowing) toEnd();
  } else if (log.scrollTop < last.top - 1 && room() === last.room) {
    follow(false);
  }
  Object.assign(last, { top: log.scrollTop, room: room() });
}

/** Display the number of unread messages below, deleted ones excluded. */
function drawPill() {
  const { length: count } = unreadMessages(store.me.id, store.channelId);
  pill.hidden = count === 0;
  pill.textContent = words(count === 1 ? 'new-one' : 'new-many', { count });
}

log.addEventListener('scroll', readScroll, { passive: true });
document.addEventListener('visibilitychange', () => isFollowing && markRead());
const observer = new ResizeObserver(settle);
observer.observe(log);
observer.observe($('#list'));
