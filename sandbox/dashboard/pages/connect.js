import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { button } from '../parts/button.js';
import { Copyable } from '../parts/copy-button.js';
import { field, Form } from '../parts/form.js';
import { card, Page, ResourceState } from '../parts/page.js';
import { call, useResource } from '../state/data.js';
import { notifySuccess } from '../state/notices.js';
import { hrefOf, narrow, place } from '../state/place.js';
import { N8n } from './connect-n8n.js';
import { EVENT_KINDS } from './event-kinds.js';
import { inContainer, Verdict } from './verdict.js';
import { tokenIn, warnOfChatAppUrl, warnOfTestUrl } from './webhook-url.js';

/** @import { TargetedInputEvent, TargetedMouseEvent } from 'preact' */
/** @import { ApiKey } from '../../src/client/records.ts' */
/** @import { EventKind } from './event-kinds.js' */

/** The full keys that were created on this page, by ID, since the sandbox shows each key only once. */
const created = signal(/** @type {Record<string, string>} */ ({}));
/** Chat-app messages do not go to an API key. */
const SIGNED_EVENTS = EVENT_KINDS.filter(({ event }) => event !== 'chatapp.received');

/** The page that connects n8n and the sandbox with each other, and checks that it works. */
export function ConnectPage() {
	const resource = useResource('/api-keys');
	const url = useResource('/status').data?.url;
	const keys = resource.data?.api_keys.filter(({ revoked_at: revoked }) => revoked === null) ?? [];
	const key =
		keys.find(({ id }) => id === place.value.parameters.get('key')) ??
		keys.find(({ webhook_url: webhook }) => webhook !== null) ??
		keys.at(-1);
	const lead = 'With one click, or in three steps by hand: your workflows run against this sandbox.';
	return html`<${Page} title="Connect n8n" lead=${lead}>
		<${N8n} />
		<h2>By hand</h2>
		<${ResourceState} resource=${resource} />
		${url && resource.data && html`<${Credential} url=${url} keys=${keys} apiKey=${key} />`}
		${
			key &&
			html`<${Webhook} key=${`webhook ${key.id}`} apiKey=${key} /> <${Test} key=${key.id} apiKey=${key} />
				<${ChatApp} />`
		}
	<//>`;
}

/** @param {{ url: string, keys: ApiKey[], apiKey: ApiKey | undefined }} properties */
function Credential({ url, keys, apiKey }) {
	const choose = (/** @type {string} */ key) => narrow({ key, sent: '' });
	const secret = apiKey && created.value[apiKey.id];
	/** @param {TargetedInputEvent<HTMLSelectElement>} event */
	const onChange = ({ currentTarget }) => choose(currentTarget.value);
	async function create() {
		const { id, key } = await call('POST', '/api-keys', { name: 'n8n' });
		created.value = { ...created.value, [id]: key };
		choose(id);
	}
	const fields = {
		'Base URL': html`<${Copyable} value=${url} label="Base URL" /> <small>${inContainer(url)}</small>`,
		'API Key': html`${
				secret
					? html`<${Copyable} value=${secret} label="API key" />`
					: 'A key is shown in full only when it is created.'
			}
			<p class="line">
				<select class="inline" aria-label="API key" value=${apiKey?.id} onChange=${onChange}>
					${keys.map(
						({ id, name, prefix }) => html`<option key=${id} value=${id}>${name} (${prefix}…)</option>`,
					)}
				</select>
				${button('plus-lg', 'Create a key', create)}
			</p>`,
		'Signing Secret': apiKey?.signing_secret
			? html`<${Copyable} key=${apiKey.id} value=${apiKey.signing_secret} label="signing secret" secret />`
			: 'Setting the webhook URL in step 2 creates it.',
	};
	return card(
		'1. The credential',
		html`<p>In n8n, create a credential of the type <strong>Voice Agent API</strong> with:</p>
			<dl>
				${Object.entries(fields).map(([name, value]) => [html`<dt>${name}</dt>`, html`<dd>${value}</dd>`])}
			</dl>`,
	);
}

/** @param {{ apiKey: ApiKey }} properties */
function Webhook({ apiKey: { id, webhook_url: url, signing_secret: secret } }) {
	const placeholder = 'e.g. http://127.0.0.1:5678/webhook/…';
	const more = { required: true, value: url, placeholder, warn: warnOfTestUrl };
	const fields = [field('address', 'webhook_url', 'Webhook URL', more)];
	/** @param {object} values */
	async function save(values) {
		const { signing_secret: now } = await call('PATCH', `/api-keys/${id}`, values);
		const next = now === secret ? '' : ' Copy the new signing secret into the credential.';
		notifySuccess(`Webhook URL saved.${next}`);
	}
	return card(
		'2. The webhook',
		html`<p>
				Open the <strong>Voice Agent Trigger</strong> in n8n, copy its Production URL and paste it here.
			</p>
			<${Form} label="The webhook" fields=${fields} action="Save" act=${save} />
			${url && html`<${Copyable} value=${url} label="webhook URL" />`}`,
	);
}

/** @param {{ apiKey: ApiKey }} properties */
function Test({ apiKey: { id, name, webhook_url: url, phone_numbers: scope } }) {
	const sent = place.value.parameters.get('sent');
	const options = SIGNED_EVENTS.map(({ event, title }) => ({ value: event, text: `${title} (${event})` }));
	/** @param {{ event: EventKind['event'] }} values */
	async function send({ event }) {
		// The event has to be within the scope of the key: an SMS goes out from its number, other events arrive
		// there.
		const number = { [event === 'sms.sent' ? 'from_number' : 'to_number']: scope[0] };
		const body = event === 'chat.session.completed' ? {} : number;
		const { deliveries } = await call('POST', `/events/${event}`, body);
		const own = deliveries.find((delivery) => delivery.api_key_id === id);
		const reason = 'other keys have a webhook too. Scope it to numbers first.';
		if (!own) throw new Error(`“${name}” does not receive this event: ${reason}`);
		narrow({ key: id, sent: own.id });
	}
	const form = { label: 'A test', fields: [field('choice', 'event', 'Event', { options })], act: send };
	return card(
		'3. A test',
		html`<p>Add the signing secret to the credential, publish the workflow, and send it an event.</p>
			${url ? html`<${Form} ...${form} action="Send a test event" />` : 'Set the webhook URL first.'}
			${sent && html`<${TestResult} key=${sent} id=${sent} />`}`,
	);
}

/** The chat app has its own webhook URL, and deliveries to it carry a token in place of a signature. */
function ChatApp() {
	const accounts = useResource('/chatapp-accounts').data?.chatapp_accounts ?? [];
	const account = accounts.find(({ connected }) => connected);
	const [made, setMade] = useState(/** @type {string | undefined} */ (undefined));
	if (account === undefined) return null;
	const { id, phone_number_id, display_number: number, webhook_url: url } = account;
	const token = made ?? tokenIn(url ?? '');
	const sent = place.value.parameters.get('chatapp');
	const more = {
		...{ required: true, value: url, placeholder: 'e.g. http://127.0.0.1:5678/webhook/…?token=…' },
		...{ hint: 'The Production URL, then ?token= and the token.', warn: warnOfChatAppUrl },
	};
	const fields = [field('address', 'webhook_url', 'Chat-app webhook URL', more)];
	/** @param {object} values */
	async function save(values) {
		await call('PATCH', `/chatapp-accounts/${id}`, values);
		notifySuccess('Chat-app webhook URL saved.');
	}
	/** Puts a new token into the URL, if there is one. @param {TargetedMouseEvent<HTMLButtonElement>} event */
	function makeToken({ currentTarget: { form } }) {
		const fresh = [...crypto.getRandomValues(new Uint8Array(16))]
			.map((byte) => byte.toString(16).padStart(2, '0'))
			.join('');
		setMade(fresh);
		const input = form?.elements.namedItem('webhook_url');
		if (!(input instanceof HTMLInputElement)) return;
		const typed = URL.parse(input.value);
		if (typed === null) return;
		typed.searchParams.set('token', fresh);
		input.value = typed.href;
		input.dispatchEvent(new Event('input', { bubbles: true }));
	}
	async function test() {
		const { deliveries } = await call('POST', '/events/chatapp.received', { phone_number_id });
		narrow({ chatapp: deliveries[0]?.id });
	}
	const beside = html`<button type="button" class="secondary outline" onClick=${makeToken}>
		Make a token
	</button>`;
	return card(
		'4. The chat app (optional)',
		html`<p>
				For chat-app messages to ${number}: paste the Production URL, make a token, save, and enter the token
				as the <strong>Chat App Token</strong> of the credential. With a URL, the AI agent keeps quiet.
			</p>
			<${Form} label="The chat app" fields=${fields} action="Save" act=${save} beside=${beside} />
			${
				token &&
				html`<p class="line">
					<span>Chat App Token</span>
					<${Copyable} key=${token} value=${token} label="Chat App Token" secret />
				</p>`
			}
			${url && button('send', 'Send a test message', test)}
			${sent && html`<${TestResult} key=${sent} id=${sent} />`}`,
	);
}

/** @param {{ id: string }} properties of a delivery */
function TestResult({ id }) {
	return html`<${Verdict} id=${id} reveal /> <a href=${hrefOf(['deliveries', id])}>See the delivery</a>`;
}
