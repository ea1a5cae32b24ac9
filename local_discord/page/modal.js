/* Dialogs: the bot's modals, and a picture enlarged. */

import { TYPE, isMulti, placeholder, selectOptions, unsupported } from './components.js';
import { $, attr, html, render, safeUrl } from './html.js';
import { interact } from './interactions.js';
import { markdown } from './markdown.js';
import { words } from './words.js';

const dialog = $('#modal');
const viewer = $('#viewer');
let opened = null;

export function openModal(data) {
  opened = data;
  render(dialog, html`<form method="dialog" data-modal-id="${data.custom_id}"><h2 id="modal-title">${data.title}</h2>
    ${data.components.map(part)}<div class="error" role="alert" id="modal-error"></div>
    <div class="actions"><button type="button" class="btn secondary" data-close>${words('cancel')}</button><button type="submit" class="btn primary" id="modal-submit"><span>${words('submit')}</span></button></div></form>`);
  $('form', dialog).reset();
  dialog.showModal();
  $('input, textarea, select', dialog)?.focus();
}

export const closeModal = () => dialog.close();

function part(each) {
  if (each.type === TYPE.TEXT) return markdown(each.content);
  if (each.type === TYPE.ROW) return each.components.map((inner) => field(inner, inner.label));
  if (each.type === TYPE.LABEL) return field(each.component, each.label, each.description);
  return unsupported(each);
}

function field(input, label, description) {
  return html`<label class="field"><span class="label">${label}${isNeeded(input) && html`<span class="must">*</span>`}</span>
    ${description && html`<span>${description}</span>`}${input.type === TYPE.TEXT_INPUT ? textInput(input) : select(input)}</label>`;
}

const isNeeded = (input) => input.required !== false;
const shared = (input) => html` data-custom-id="${input.custom_id}"${attr('required', isNeeded(input))}`;

function textInput(input) {
  const { placeholder: hint, min_length: least, max_length: most } = input;
  const limits = html`${attr('placeholder', hint)}${attr('minlength', least)}${attr('maxlength', most)}`;
  if (input.style === 2) return html`<textarea rows="4"${shared(input)}${limits}>${input.value}</textarea>`;
  return html`<input type="text"${shared(input)}${limits}${attr('value', input.value)}>`;
}

function select(input) {
  const options = selectOptions(input).map((option) => html`<option value="${option.value}"${attr('selected', option.default)}>${option.label}</option>`);
  return html`<select${shared(input)}${attr('multiple', isMulti(input))}>
    ${!isMulti(input) && html`<option value="">${placeholder(input)}</option>`}${options}</select>`;
}

dialog.addEventListener('submit', async (event) => {
  event.preventDefault();
  const values = {};
  for (const input of dialog.querySelectorAll('[data-custom-id]')) {
    const isSelect = input.tagName === 'SELECT';
    values[input.dataset.customId] = isSelect ? [...input.selectedOptions].map((option) => option.value).filter(Boolean) : input.value;
  }
  $('#modal-submit').setAttribute('aria-busy', 'true');
  const { ok, refusal } = await interact({ type: 5, custom_id: opened.custom_id, values, channel_id: opened.channel_id });
  $('#modal-submit').removeAttribute('aria-busy');
  if (ok) closeModal();
  else $('#modal-error').textContent = refusal ?? words('went-wrong');
});

export function openViewer(url, alt) {
  render(viewer, html`<button type="button"><img src="${safeUrl(url)}" alt="${alt || words('picture')}"></button>`);
  viewer.classList.remove('full');
  viewer.showModal();
}

export const closeViewer = () => viewer.close();

/** Zoom a picture to its full size around the touched point; close it if it is already at full size. */
export function zoomIn(button, { offsetX, offsetY }) {
  const { naturalWidth, clientWidth } = $('img', button);
  if (naturalWidth <= clientWidth) return closeViewer();
  const scale = naturalWidth / clientWidth;
  viewer.classList.add('full');
  viewer.scrollTo(offsetX * scale - viewer.clientWidth / 2, offsetY * scale - viewer.clientHeight / 2);
}
