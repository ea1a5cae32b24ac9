/* The message log's end: the view stays there until the reader scrolls up. */

import { $ } from './html.js';
import { markRead } from './store.js';

const log = $('#log');
const pill = $('#pill');
let isFollowing = true;
let top = 0;
let fresh = 0; // messages that came while the reader was further up

const isAtEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < 60;

export function toEnd() {
  log.scrollTop = log.scrollHeight;
  top = log.scrollTop;
  isFollowing = true;
  fresh = 0;
  drawPill();
  markRead();
}

/** Draw what may change the log's height, and stay at its end if that is where the reader was. */
export function whileFollowing(draw, { restart = false } = {}) {
  readScroll(); // a scroll of this very moment has not had its event yet
  if (restart) isFollowing = true;
  draw();
  if (isFollowing) toEnd();
}

/** Only an upward scroll frees the view from the end: growth below it is not the reader's doing. */
function readScroll() {
  if (isAtEnd()) {
    if (!isFollowing || fresh) toEnd();
  } else if (log.scrollTop < top - 1) {
    isFollowing = false;
  }
  top = log.scrollTop;
}

/** One more message below; count it if it is out of sight. */
export function countFresh() {
  readScroll();
  if (isFollowing) return;
  fresh += 1;
  drawPill();
}

function drawPill() {
  pill.hidden = fresh === 0;
  pill.textContent = fresh === 1 ? '1 new message ↓' : `${fresh} new messages ↓`;
}

log.addEventListener('scroll', readScroll, { passive: true });
document.addEventListener('visibilitychange', () => isFollowing && markRead());
const observer = new ResizeObserver(() => isFollowing && toEnd());
observer.observe(log);
observer.observe($('#list'));
