/* The message log's end: the view stays there until the reader scrolls up. */

import { $ } from './html.js';
import { markRead, store, unreadMessages } from './store.js';

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

/** Draw what may change the log's height, and stay at its end if that is where the reader was. */
export function whileFollowing(draw, { restart = false } = {}) {
  readScroll(); // a scroll of this very moment has not had its event yet
  if (restart) isFollowing = true;
  draw();
  settle();
}

/** Be at the end, or tell what is below. */
function settle() {
  if (isFollowing || isAtEnd()) toEnd();
  else drawPill();
}

/** Only an upward scroll frees the view from the end: growth below it is not the reader's doing. */
function readScroll() {
  if (isAtEnd()) {
    if (!isFollowing) toEnd();
  } else if (log.scrollTop < top - 1) {
    isFollowing = false;
  }
  top = log.scrollTop;
}

/** What has come while the reader was further up, and still stands. */
function drawPill() {
  const { length: count } = unreadMessages(store.me.id, store.channelId);
  pill.hidden = count === 0;
  pill.textContent = count === 1 ? '1 new message ↓' : `${count} new messages ↓`;
}

log.addEventListener('scroll', readScroll, { passive: true });
document.addEventListener('visibilitychange', () => isFollowing && markRead());
const observer = new ResizeObserver(settle);
observer.observe(log);
observer.observe($('#list'));
