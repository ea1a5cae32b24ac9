/* The page's own words in the languages of the bot. A message stands in one language only if it is a proper name. */

import { html } from './html.js';
import { store } from './store.js';

const WORDS = {
  channels: { en: 'Channels', ja: 'チャンネル' },
  'channels-waiting': { en: 'Channels: {mentions}', ja: 'チャンネル：{mentions}' },
  'mentions-one': { en: '1 unread mention of {who}', ja: '{who} への未読メンション1件' },
  'mentions-many': { en: '{count} unread mentions of {who}', ja: '{who} への未読メンション{count}件' },
  'direct-messages': { en: 'Direct messages', ja: 'ダイレクトメッセージ' },
  archived: { en: 'archived', ja: 'アーカイブ済み' },
  'every-week': { en: 'every week', ja: '毎週' },
  'every-other-week': { en: 'every other week', ja: '隔週' },
  'you-are': { en: 'You are', ja: 'あなた' },
  theme: { en: 'Light or dark', ja: 'ライト／ダーク' },
  help: { en: 'Help', ja: 'ヘルプ' },
  'help-title': { en: 'A Discord on your own computer', ja: '自分のパソコンの中のDiscord' },
  'help-real': {
    en: 'Nothing here leaves this machine; no account is needed. The bot is the real one.',
    ja: 'ここでの操作は、このパソコンの外には送信されません。アカウントも要りません。ボットは本物です。',
  },
  'help-people': {
    en: '**You are** at the top says who clicks and writes. Change it to play every seat yourself, or open more windows: add `?user=Ben` to the address.',
    ja: '上の「あなた」で選んだ人として、クリックや書き込みをします。切り替えれば全員分の席を1人で試せます。アドレスに `?user=Ben` を付けて、ウィンドウを増やすこともできます。',
  },
  'help-mentions': {
    en: 'A red number counts the mentions of a person that they have not seen: somebody is waiting for them. In the list of channels it stands where.',
    ja: '赤い数字は、その人がまだ見ていないメンションの数です。誰かがその人を待っています。どこで待っているかは、チャンネルの一覧で分かります。',
  },
  'help-commands': {
    en: 'Type **/** below for the bot’s commands. Messages on a blue ground are private: only the person you are sees them.',
    ja: '下に **/** と入力すると、ボットのコマンドが出ます。背景が青いメッセージは、その人にしか見えません。',
  },
  slow: { en: 'Slow network', ja: '遅い回線' },
  'help-slow': {
    en: 'lets every request of the bot take 50 to 300 ms, as on the real one.',
    ja: 'を押すと、ボットの通信が本物と同じように毎回50〜300ミリ秒かかります。',
  },
  'help-threads': {
    en: 'Games run in threads, which stand beneath their channel in the list.',
    ja: 'ゲームはスレッドで進みます。スレッドは、一覧のチャンネルの下に並びます。',
  },
  'help-direct': {
    en: 'Below the servers stand the direct messages with the bot: write anything there. **Add to account** lets a person use its commands everywhere, also in a group without the bot.',
    ja: 'ボットとのダイレクトメッセージは、サーバーの下にあります。何か書き込んでみてください。「アカウントに追加」を押すと、ボットのいないグループでもコマンドを使えます。',
  },
  'help-language': {
    en: 'Each person’s language is chosen beneath the list of channels; what is private comes in it from the next click on.',
    ja: '言語は人ごとに、チャンネルの一覧の下で選べます。自分だけに見えるものは、次のクリックからその言語になります。',
  },
  'language-reader': { en: '{who} reads', ja: '{who} の言語' },
  'language-public': {
    en: 'What everybody sees is in the server’s language; Kyoto Tables is Japanese.',
    ja: 'みんなに見えるメッセージは、サーバーの言語で表示されます。「Kyoto Tables」は日本語です。',
  },
  offline: {
    en: 'The bot is offline. You can look around, but it cannot answer.',
    ja: 'ボットはオフラインです。見て回ることはできますが、返事はできません。',
  },
  'bot-online': { en: 'online', ja: 'オンライン' },
  'bot-offline': { en: 'offline', ja: 'オフライン' },
  'bot-none': { en: 'No bot yet', ja: 'ボットはまだいません' },
  'app-add': { en: 'Add to account', ja: 'アカウントに追加' },
  'app-remove': { en: 'Remove from account', ja: 'アカウントから削除' },
  'bot-tag': { en: 'BOT', ja: 'ボット' },
  connecting: { en: 'Connecting to the local server…', ja: 'ローカルサーバーに接続しています…' },
  messages: { en: 'Messages', ja: 'メッセージ' },
  suggestions: { en: 'Suggestions', ja: '候補' },
  composer: { en: 'Message or command', ja: 'メッセージまたはコマンド' },
  'composer-as': { en: 'Message as {who}, or / for commands', ja: '{who} として送信（/ でコマンド）' },
  'composer-post': { en: 'New post as {who}, or / for commands', ja: '{who} として投稿（/ でコマンド）' },
  send: { en: 'Send', ja: '送信' },
  'new-one': { en: '1 new message ↓', ja: '新着メッセージ1件 ↓' },
  'new-many': { en: '{count} new messages ↓', ja: '新着メッセージ{count}件 ↓' },
  apps: { en: 'Apps', ja: 'アプリ' },
  commands: { en: 'Commands', ja: 'コマンド' },
  needed: { en: 'needed', ja: '必須' },
  run: { en: 'Run', ja: '実行' },
  'clear-command': { en: 'Clear command', ja: 'コマンドを消す' },
  true: { en: 'True', ja: 'はい' },
  false: { en: 'False', ja: 'いいえ' },
  'option-needed': { en: '{option} is needed.', ja: '{option} を入力してください。' },
  'option-listed': { en: '{option}: choose one of the list.', ja: '{option}：一覧から選んでください。' },
  'option-odd': { en: '{option}: this kind of option cannot be filled in here.', ja: '{option}：この種類の値は、ここでは入力できません。' },
  'option-number': { en: '{option}: a number, please.', ja: '{option}：数字で入力してください。' },
  'option-range': { en: '{option}: between {min} and {max}.', ja: '{option}：{min}〜{max}の範囲で入力してください。' },
  'no-command': { en: 'There is no command {name}. Type / to see them all.', ja: '{name} というコマンドはありません。/ と入力すると一覧が出ます。' },
  'no-commands': {
    en: 'The bot has not told its commands yet. Try again in a moment.',
    ja: 'ボットのコマンドがまだ届いていません。少し待ってから、もう一度お試しください。',
  },
  'not-sent': { en: 'Not sent: {reason}', ja: '送信できませんでした：{reason}' },
  'server-silent': { en: 'The local server does not answer.', ja: 'ローカルサーバーから返事がありません。' },
  'server-said': { en: 'The server said {status}.', ja: 'サーバーの返事は {status} でした。' },
  failed: { en: 'This interaction failed', ja: 'インタラクションに失敗しました' },
  'no-answer': { en: 'The application did not respond', ja: 'アプリケーションが応答しませんでした' },
  'only-you': { en: 'Only you can see this', ja: 'あなただけに表示されています' },
  dismiss: { en: 'Dismiss message', ja: '非表示にする' },
  sending: { en: 'Sending', ja: '送信中' },
  thinking: { en: '{who} is thinking', ja: '{who} が考え中' },
  used: { en: '{who} used {command}', ja: '{who} が {command} を使いました' },
  added: { en: '{who} added {whom} to the thread.', ja: '{who} が {whom} をスレッドに追加しました。' },
  'thread-started': { en: '{who} started a thread: {place}', ja: '{who} がスレッドを始めました：{place}' },
  'thread-here': { en: '{who} started this thread in {place}', ja: '{who} が {place} でこのスレッドを始めました' },
  'see-thread': { en: 'See thread ›', ja: 'スレッドを見る ›' },
  silent: { en: 'Sent without a sound', ja: '通知音なしで送信' },
  edited: { en: '(edited)', ja: '（編集済み）' },
  'a-message': { en: 'a message', ja: 'メッセージ' },
  'unsupported-embed': { en: 'Unsupported embed', ja: '表示できない埋め込み' },
  'unsupported-component': { en: 'Unsupported component {type}', ja: '表示できない部品 {type}' },
  enlarge: { en: 'Enlarge picture', ja: '画像を拡大' },
  'enlarge-this': { en: 'Enlarge: {words}', ja: '拡大：{words}' },
  picture: { en: 'Picture', ja: '画像' },
  'make-selection': { en: 'Make a selection', ja: '選んでください' },
  done: { en: 'Done', ja: '決定' },
  cancel: { en: 'Cancel', ja: 'キャンセル' },
  submit: { en: 'Submit', ja: '送信' },
  'went-wrong': { en: 'Something went wrong. Try again.', ja: 'エラーが発生しました。もう一度お試しください。' },
  unknown: { en: 'Unknown', ja: '不明' },
  'unknown-channel': { en: '#unknown', ja: '#不明' },
  role: { en: '@role', ja: '@ロール' },
  welcome: { en: 'Welcome', ja: 'ようこそ' },
  'welcome-about': {
    en: 'This is a small Discord on your own computer in which you try {bot} without an account: at the top you choose which of {count} people you are, and you may play them all. Type **/** below to see what the bot can do, or begin with one of these:',
    ja: '自分のパソコンの中の小さなDiscordで、アカウントなしに {bot} を試せます。操作する人を上の{count}人から選んでください。1人で全員分を動かすこともできます。下に **/** と入力すると、使えるコマンドが表示されます。次のどれかから始めることもできます。',
  },
  'welcome-direct': {
    en: 'Only you and {bot} read what stands here. Write anything, or begin with one of these:',
    ja: 'ここのメッセージは、あなたと {bot} だけに見えます。何か書き込むか、次のどれかから始めてください。',
  },
  'welcome-forum': {
    en: 'A forum has posts. What you write below begins one, and its first line names it.',
    ja: 'フォーラムには投稿が並びます。下に書き込むと新しい投稿になり、1行目がその名前になります。',
  },
  'the-bot': { en: 'the bot', ja: 'ボット' },
};

/** Return the language of the words: the reader's if the bot speaks it, else English. */
export const language = () => ((store.me?.locale ?? navigator.language).startsWith('ja') ? 'ja' : 'en');

/** Return a message as text; `{name}` in it becomes the argument of that name. */
export const words = (key, args = {}) => WORDS[key][language()].replace(/\{(\w+)\}/g, (_, name) => args[name]);

/** Return a message as markup: arguments may be markup, and `**bold**` and code are rendered. */
export function richWords(key, args = {}) {
  const parts = WORDS[key][language()].split(/(\*\*.+?\*\*|`.+?`|\{\w+\})/);
  return parts.map((part) => {
    if (part.startsWith('**')) return html`<b>${part.slice(2, -2)}</b>`;
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    return /^\{\w+\}$/.test(part) ? args[part.slice(1, -1)] : part;
  });
}
