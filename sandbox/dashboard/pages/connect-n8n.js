import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { field, Form } from '../parts/form.js';
import { card } from '../parts/page.js';
import { Tags } from '../parts/value.js';
import { localZone } from '../state/clock.js';
import { call, useResource } from '../state/data.js';
import { hrefOf } from '../state/place.js';
import { Verdict } from './verdict.js';

/** @import { N8nConnected, N8nWorkflow } from '../../src/client/records.ts' */

/** Why a trigger needs no webhook URL. */
const BY_ITSELF = {
	webhook: '',
	polling: 'Asks for new messages by itself.',
	function: 'Registers itself as a custom function.',
};

/** Connects workflows of an n8n whose API the sandbox may use. */
export function N8n() {
	const known = useResource('/n8n').data;
	if (known === undefined) return null;
	return known.address === null
		? html`<${Introduction} />`
		: html`<${Workflows} key=${known.address} address=${known.address} />`;
}

/** Asks for the address and an API key of n8n. */
function Introduction() {
	const fields = [
		field('address', 'address', 'Address of n8n', {
			required: true,
			placeholder: 'e.g. http://127.0.0.1:5678',
		}),
		field('secret', 'api_key', 'API key of n8n', {
			required: true,
			hint: 'From Settings > n8n API. It stays in memory until the sandbox stops.',
		}),
		field('text', 'webhook_path', 'Webhook path of n8n', {
			placeholder: 'e.g. webhook',
			hint: 'Only if N8N_ENDPOINT_WEBHOOK is set for n8n: its value.',
		}),
	];
	const introduce = async (/** @type {{ address: string, api_key: string }} */ values) =>
		void (await call('POST', '/n8n', values));
	return card(
		'Automatically',
		html`<details>
			<summary>Give the sandbox an API key of n8n, and it connects your workflows by itself</summary>
			<${Form} label="n8n" fields=${fields} action="Find my workflows" act=${introduce} />
		</details>`,
	);
}

/** @param {{ address: string }} properties of n8n */
function Workflows({ address }) {
	const [workflows, setWorkflows] = useState(/** @type {N8nWorkflow[] | undefined} */ (undefined));
	const [refusal, setRefusal] = useState('');
	async function load() {
		try {
			setWorkflows((await call('GET', '/n8n/workflows')).workflows);
			setRefusal('');
		} catch (error) {
			setRefusal(error instanceof Error ? error.message : String(error));
		}
	}
	useEffect(() => {
		const look = () => void load();
		look();
		// A workflow may have been published in the tab of n8n.
		addEventListener('focus', look);
		return () => removeEventListener('focus', look);
	}, []);
	return card(
		'Automatically',
		html`<p>
				The workflows of <a href=${address} target="_blank" rel="noreferrer">${address}</a>${' '} that have a
				Voice Agent trigger. An API key has one webhook URL, and so has a chat-app account: what one of them
				receives goes to one workflow.
			</p>
			${refusal && html`<p class="failure" role="alert">${refusal}</p>`}
			${workflows === undefined && !refusal && html`<p class="empty" aria-busy="true">Loading…</p>`}
			${
				workflows?.length === 0 &&
				html`<p class="empty">None yet. Add a Voice Agent Trigger to a workflow in n8n.</p>`
			}
			<ul class="plain-list divided">
				${workflows?.map(
					(workflow) => html`<li key=${workflow.id}><${Workflow} workflow=${workflow} reload=${load} /></li>`,
				)}
			</ul>
			<p class="actions">
				${button('arrow-repeat', 'Look again', load)}
				${button('x-lg', 'Forget this n8n', () => call('DELETE', '/n8n'))}
			</p>`,
	);
}

/** @param {{ workflow: N8nWorkflow, reload: () => Promise<void> }} properties */
function Workflow({ workflow: { id, name, url, is_published: isPublished, timezone, triggers }, reload }) {
	const [connected, setConnected] = useState(/** @type {N8nConnected | undefined} */ (undefined));
	const [trigger] = triggers;
	if (trigger === undefined) return null;
	const receiving = triggers.filter(({ kind }) => kind === 'webhook');
	const kind = receiving.length > 0 ? 'webhook' : trigger.kind;
	const events = [...new Set(triggers.flatMap((one) => one.events))];
	const isConnected = receiving.length > 0 && receiving.every((one) => one.is_connected);
	const isListening = receiving.every((one) => one.is_listening);
	const canConnect = kind === 'webhook' && isPublished;
	async function connect() {
		setConnected(undefined);
		setConnected(await call('POST', `/n8n/workflows/${id}/connect`));
		await reload();
	}
	return html`<div class="line">
			<a href=${url} target="_blank" rel="noreferrer"><strong>${name}</strong></a>
			${isConnected && isListening && html`<${Badge} status="connected" text="gets the events" />`}
			${!isPublished && html`<span class="dim">not published</span>`}
			<span class="spread">
				${
					canConnect &&
					button('plug', isConnected ? 'Connect again' : 'Connect', connect, {
						of: name,
						className: isConnected ? undefined : 'small',
					})
				}
			</span>
		</div>
		${canConnect && !isListening && html`<p class="warning">n8n does not listen at its webhook. Connect publishes it again.</p>`}
		<div class="line dim">
			${BY_ITSELF[kind]} ${events.length > 0 && html`<${Tags} tags=${events} />`}
			${
				timezone !== null &&
				timezone !== localZone &&
				html`<span>Its time zone is ${timezone}; this page is in ${localZone}.</span>`
			}
		</div>
		<div role="status">${connected && html`<${Outcome} ...${connected} />`}</div>
		${
			// What a test said is no outcome of the connecting that follows.
			kind === 'webhook' &&
			html`<${EditorTest} key=${String(connected !== undefined)} id=${id} name=${name} />`
		}`;
}

/**
 * Sends a workflow in the editor, published or not, an event whose records exist, unlike those of a sample event.
 * @param {{ id: string, name: string }} properties of the workflow
 */
function EditorTest({ id, name }) {
	const [sent, setSent] = useState('');
	const [refusal, setRefusal] = useState('');
	async function send() {
		setSent('');
		setRefusal('');
		try {
			const { deliveries } = await call('POST', `/n8n/workflows/${id}/test`);
			setSent(deliveries[0]?.id ?? '');
		} catch (error) {
			setRefusal(error instanceof Error ? error.message : String(error));
		}
	}
	return html`<p class="line">
			${button('send', 'Send one event to the Test URL', send, { of: `of ${name}` })}
		</p>
		${refusal && html`<p class="failure" role="alert">${refusal}</p>`}
		${sent && html`<${Verdict} key=${sent} id=${sent} reveal /> <a href=${hrefOf(['deliveries', sent])}>See the delivery</a>`}`;
}

/** @param {N8nConnected} connected */
function Outcome({ workflow, triggers, displaced }) {
	return html`${triggers.map(({ name, events, credential }) => {
		const secrets = events.includes('chatapp.received')
			? 'The webhook URLs, the signing secret and the chat app token'
			: 'The webhook URL and the signing secret';
		const who = triggers.length > 1 ? `“${name}” of “${workflow}”` : `“${workflow}”`;
		return html`<p class="success" key=${name}>
			${who} gets the events now. ${secrets} are set here and in the credential “${credential}”.
		</p>`;
	})}
	${displaced.map((name) => html`<p class="warning" key=${name}>${name} gets no events from now on.</p>`)}`;
}
