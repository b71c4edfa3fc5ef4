import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Bubbles } from '../parts/bubbles.js';
import { button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { PageLinks, pageQuery } from '../parts/list.js';
import { Time } from '../parts/time.js';
import { formatDuration } from '../state/clock.js';
import { call, refresh, useResource } from '../state/data.js';
import { notifyError } from '../state/notices.js';
import { hrefOf, place } from '../state/place.js';
import { EVENT_KINDS } from './event-kinds.js';
import { MessageDeliveries } from './message-deliveries.js';
import { CHANNELS, MessageContent } from './messages.js';

/** @import { TargetedEvent } from 'preact' */
/** @import { Call, Message, TimelineEntry } from '../../src/client/records.ts' */
/** @import { Bubble } from '../parts/bubbles.js' */

/**
 * A number of the account that the person can write to; `heard` if a webhook receives what arrives there.
 * @typedef {{ channel: 'sms' | 'chatapp', number: string, text: string, heard: boolean }} Line
 */

/** Why no webhook received a message that was written here, by its ID. */
const unheard = signal(/** @type {Record<string, string>} */ ({}));

/** A program that asked for messages so long ago will ask again. */
const POLLING_MS = 10 * 60_000;

/** Of so many messages at the end, n8n is asked how their workflows ended. */
const RECENT = 5;

/** How far from the end of the conversation still counts as the end, in pixels. */
const NEAR_PX = 60;

/**
 * The messages and calls of a person, oldest first, with the newest in sight, and a box to write as that
 * person.
 * @param {{ number: string }} properties in E.164
 */
export function Conversation({ number }) {
	const id = number.slice(1);
	const { data, error } = useResource(`/contacts/${id}?${pageQuery()}`);
	const [to, setTo] = useState(/** @type {string | undefined} */ (undefined));
	const lines = useLines();
	// Nobody has heard of a new person yet.
	const timeline = data?.timeline ?? (error?.status === 404 ? [] : undefined);
	const name = data?.name ?? number;
	if (timeline === undefined) return html`<p class="empty" aria-busy="true">Loading…</p>`;
	const last = timeline.find(({ message }) => message !== null)?.message;
	const line = lines.find(({ channel, number: own }) => idOf(channel, own) === to) ?? lineOf(last, lines);
	const total = data === undefined ? 0 : data.message_count + data.call_count;
	const isNewest = !place.value.parameters.get('offset');
	return html`<section class="chat card" aria-label=${`Chat with ${name}`}>
		<${Log} newest=${timeline[0]?.at} label=${`Thread with ${name}`}>
			${total > timeline.length && html`<${PageLinks} label="the thread" total=${total} />`}
			${
				timeline.length === 0
					? html`<p class="empty">Nothing yet. Write the first message.</p>`
					: html`<${Bubbles}
							label=${`Thread with ${name}`}
							bubbles=${timeline.map((entry, index) => bubbleOf(entry, name, index < RECENT)).reverse()}
						/>`
			}
		<//>
		${
			isNewest
				? html`<${Composer} key=${number} ...${{ number, name, lines, line, setTo }} />`
				: html`<p class="chat-box"><a href=${hrefOf(place.value.path)}>Back to the newest messages</a></p>`
		}
	</section>`;
}

/** @param {string} channel @param {string} number */
const idOf = (channel, number) => `${channel} ${number}`;

/** The numbers that take SMS, and those that are connected to the chat app. @returns {Line[]} */
function useLines() {
	const numbers = useResource('/numbers').data?.numbers ?? [];
	const accounts = useResource('/chatapp-accounts').data?.chatapp_accounts ?? [];
	const keys = useResource('/api-keys').data?.api_keys ?? [];
	const heard = keys.some(({ webhook_url: url }) => url !== null);
	const sms = numbers.filter((one) => one.is_active && one.capabilities.sms);
	const connected = accounts.filter((one) => one.connected);
	return [
		...sms.map(({ phone_number: number, friendly_name: title }) => ({
			...{ channel: /** @type {const} */ ('sms'), number, heard, text: `SMS to ${title}, ${number}` },
		})),
		...connected.map(({ phone_number_id: number, display_number: shown, webhook_url: url }) => ({
			...{ channel: /** @type {const} */ ('chatapp'), number, heard: url !== null },
			text: `Chat app to ${shown}${url === null ? ' (no webhook)' : ''}`,
		})),
	];
}

/**
 * The line on which the last message went; another one if only that is heard.
 * @param {Message | null | undefined} message
 * @param {Line[]} lines
 */
function lineOf(message, lines) {
	const own = message?.direction === 'inbound' ? message.to_number : message?.from_number;
	const last =
		lines.find(({ channel, number }) => channel === message?.channel && number === own) ?? lines[0];
	return last?.heard ? last : (lines.find(({ heard }) => heard) ?? last);
}

/**
 * Shows the conversation in a box that scrolls. It stays at the end when a message comes, unless the reader has
 * scrolled up.
 * @param {{ newest: string | undefined, label: string, children: unknown }} properties
 */
function Log({ newest, label, children }) {
	const element = useRef(/** @type {HTMLDivElement | null} */ (null));
	const isAtEnd = useRef(true);
	const [more, setMore] = useState(false);
	const toEnd = () => element.current?.scrollTo({ top: element.current.scrollHeight });
	const onScroll = () => {
		const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = element.current ?? {};
		isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
		if (isAtEnd.current) setMore(false);
	};
	useLayoutEffect(() => {
		if (isAtEnd.current) toEnd();
		else setMore(true);
	}, [newest]);
	// The deliveries under a bubble are loaded later, and move the end.
	useLayoutEffect(() => {
		if (isAtEnd.current) toEnd();
	});
	return html`<div
			class="chat-log"
			ref=${element}
			role="region"
			aria-label=${label}
			tabindex="0"
			onScroll=${onScroll}
		>
			${children}
		</div>
		${more && html`<p class="chat-more">${button('arrow-down', 'New messages', toEnd)}</p>`}`;
}

/**
 * The box to write in: Enter sends, and Shift+Enter begins a new line.
 * @param {{ number: string, name: string, lines: Line[], line: Line | undefined, setTo: (id: string) => void }}
 * properties
 */
function Composer({ number, name, lines, line, setTo }) {
	const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
	const [pending, setPending] = useState(0);
	const last = useRef(Promise.resolve());
	useEffect(() => field.current?.focus({ preventScroll: true }), []);
	if (line === undefined) {
		return html`<p class="chat-box">This account has no number that can be written to.</p>`;
	}
	/** Sends the text in the field after those before it. The field is free at once, and gets back a text that fails. */
	async function send() {
		const input = field.current;
		const text = input?.value.trim() ?? '';
		if (line === undefined || !input || text === '') return;
		input.value = '';
		fit(input);
		setPending((count) => count + 1);
		last.current = last.current
			.then(() => write(number, line, text))
			.catch((error) => {
				input.value = [text, input.value].filter(Boolean).join('\n');
				fit(input);
				notifyError(error instanceof Error ? error : new Error(String(error)));
			});
		await last.current;
		setPending((count) => count - 1);
		void refresh();
		field.current?.focus();
	}
	/** @param {KeyboardEvent} event */
	const onKeyDown = (event) => {
		// While a word is composed, e.g. in Japanese, Enter ends the word.
		if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		void send();
	};
	/** @param {TargetedEvent<HTMLTextAreaElement>} event */
	const onInput = ({ currentTarget }) => fit(currentTarget);
	/** @param {TargetedEvent<HTMLSelectElement>} event */
	const onChoose = ({ currentTarget }) => {
		setTo(currentTarget.value);
		field.current?.focus();
	};
	/** @param {Event} event */
	const onSubmit = (event) => {
		event.preventDefault();
		void send();
	};
	return html`<form class="chat-box" aria-label=${`Write as ${name}`} onSubmit=${onSubmit}>
		<textarea
			ref=${field}
			rows="1"
			aria-label=${`Message from ${name}`}
			placeholder=${`Write as ${name}`}
			onKeyDown=${onKeyDown}
			onInput=${onInput}
		></textarea>
		<button type="submit" aria-busy=${pending > 0}><${Icon} name="send" /> Send</button>
		<select aria-label="Channel" value=${idOf(line.channel, line.number)} onChange=${onChoose}>
			${lines.map(({ channel, number: own, text }) => {
				const value = idOf(channel, own);
				return html`<option key=${value} value=${value}>${text}</option>`;
			})}
		</select>
	</form>`;
}

/** Makes a field as high as its text. @param {HTMLTextAreaElement} field */
function fit(field) {
	field.rows = Math.min(5, field.value.split('\n').length);
}

/**
 * Has a message of a person arrive, and notes why no webhook receives it.
 * @param {string} from in E.164
 * @param {Line} to
 * @param {string} body
 */
async function write(from, { channel, number }, body) {
	const event = channel === 'sms' ? 'sms.received' : 'chatapp.received';
	const answer = await (channel === 'sms'
		? call('POST', '/events/sms.received', { from_number: from, to_number: number, body })
		: call('POST', '/events/chatapp.received', {
				from_number: from.slice(1),
				phone_number_id: number,
				body,
			}));
	const silence = EVENT_KINDS.find((kind) => kind.event === event)?.silence ?? '';
	if (answer.event_id === null) unheard.value = { ...unheard.value, [answer.message.id]: silence };
	else if (answer.deliveries.length === 0)
		unheard.value = { ...unheard.value, [answer.message.id]: 'No webhook receives this.' };
}

/**
 * @param {TimelineEntry} entry
 * @param {string} name of the person
 * @param {boolean} isRecent
 * @returns {Bubble}
 */
function bubbleOf({ at, call: phoneCall, message, deliveries }, name, isRecent) {
	if (phoneCall) return callBubble(phoneCall, at, name);
	// An entry is a call or a message.
	const said = /** @type {Message} */ (message);
	const own = said.direction === 'inbound';
	const who = own ? name : said.is_ai_generated ? 'AI agent' : 'Your account';
	const content = html`<${MessageContent} ...${said} is_ai_generated=${false} />`;
	return {
		key: said.id,
		own,
		who,
		content,
		foot: html`<${Foot} message=${said} deliveries=${deliveries} isRecent=${isRecent} />`,
	};
}

/** @param {{ message: Message, deliveries: TimelineEntry['deliveries'], isRecent: boolean }} properties */
function Foot({ message, deliveries, isRecent }) {
	const { id, created_at: at, channel, direction, status, delivery_error: error } = message;
	const silence = unheard.value[id];
	return html`<${Time} at=${at} /> · ${CHANNELS[channel]}${direction === 'outbound' && ` · ${status}`}
		${error && html` <span class="bad">${error.reason}</span>`}
		<${MessageDeliveries} deliveries=${deliveries} quiet=${direction === 'outbound'} isRecent=${isRecent} />
		${silence && deliveries.length === 0 && html`<${Unheard} at=${at} why=${silence} />`}`;
}

/**
 * Says that no event tells of a message, in red unless a program asks for new messages, as a polling trigger does.
 * @param {{ at: string, why: string }} properties `at`: when the message came, in ISO 8601
 */
function Unheard({ at, why }) {
	const asked = useResource('/requests?endpoint=list-messages&status=2&limit=1').data;
	const last = asked?.requests[0]?.received_at;
	if (asked === undefined) return null;
	return last !== undefined && Date.parse(last) > Date.parse(at) - POLLING_MS
		? html`<p>No event, but a program asks for new messages by itself.</p>`
		: html`<p class="bad">${why} <a href=${hrefOf(['connect'])}>Connect n8n</a></p>`;
}

/**
 * @param {Call} phoneCall
 * @param {string} at ISO 8601
 * @param {string} name of the person
 * @returns {Bubble}
 */
function callBubble(phoneCall, at, name) {
	const own = phoneCall.direction === 'inbound';
	const content = html`<strong
			>${own ? 'Inbound' : 'Outbound'} call, ${formatDuration(phoneCall.duration_seconds * 1000)}</strong
		>
		<p>${phoneCall.summary}</p>
		<a href=${hrefOf(['calls', phoneCall.id])}>Read the transcript</a>`;
	return {
		key: phoneCall.id,
		own,
		who: own ? name : 'Your account',
		content,
		foot: html`<${Time} at=${at} />`,
	};
}
