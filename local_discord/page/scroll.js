/* Scrolling of the message log, which follows the end until the reader scrolls up. */

import { $ } from './html.js';
import { markRead, store, unreadMessages } from './store.js';
import { words } from './words.js';

const log = $('#log');
const pill = $('#pill');
let isFollowing = true;
let top = 0;

const isAtEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < 60;

export function toEnd() {
  log.scrollTop = log.scrollHeight;
  top = log.scrollTop;
  isFollowing = true;
  pill.hidden = true;
  markRead();
}

/** Run `draw`, which may change the log's height, and stay at the end if the reader was there. */
export function whileFollowing(draw, { restart = false } = {}) {
  readScroll(); // the latest scroll may not have fired its event yet
  if (restart) isFollowing = true;
  draw();
  settle();
}

/** Scroll to the end, or display the number of messages below. */
function settle() {
  if (isFollowing || isAtEnd()) toEnd();
  else drawPill();
}

/** Stop following only after an upward scroll; new content below does not count as scrolling. */
function readScroll() {
  if (isAtEnd()) {
    if (!isFollowing) toEnd();
  } else if (log.scrollTop < top - 1) {
    isFollowing = false;
  }
  top = log.scrollTop;
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
