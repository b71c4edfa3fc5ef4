import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { field, Form } from '../parts/form.js';
import { card } from '../parts/page.js';
import { Tags } from '../parts/value.js';
import { call } from '../state/api.js';
import { useResource } from '../state/cache.js';
import { localZone } from '../state/clock.js';

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
	];
	const introduce = async (/** @type {{ address: string, api_key: string }} */ values) =>
		void (await call('POST', '/n8n', values));
	return card(
		'By one button',
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
	const [connected, setConnected] = useState(/** @type {N8nConnected | undefined} */ (undefined));
	async function load() {
		try {
			setWorkflows((await call('GET', '/n8n/workflows')).workflows);
			setRefusal('');
		} catch (error) {
			setRefusal(error instanceof Error ? error.message : String(error));
		}
	}
	useEffect(() => {
		void load();
		// A workflow may have been published in the tab of n8n.
		addEventListener('focus', load);
		return () => removeEventListener('focus', load);
	}, []);
	/** @param {string} id */
	async function connect(id) {
		setConnected(undefined);
		setConnected(await call('POST', `/n8n/workflows/${id}/connect`));
		await load();
	}
	return card(
		'By one button',
		html`<p>
				The published workflows of <a href=${address} target="_blank" rel="noreferrer">${address}</a>${' '}
				that have a Voice Agent trigger. An API key has one webhook URL, so the events go to one of them.
				Schedules in n8n follow its own time zone; this page is in ${localZone}.
			</p>
			${refusal && html`<p class="failure" role="alert">${refusal}</p>`}
			${workflows === undefined && !refusal && html`<p class="empty" aria-busy="true">Loading…</p>`}
			${
				workflows?.length === 0 &&
				html`<p class="empty">None yet. Publish a workflow with a Voice Agent Trigger in n8n.</p>`
			}
			<ul class="plain-list">
				${workflows?.map(
					(workflow) =>
						html`<li key=${workflow.id}><${Workflow} workflow=${workflow} connect=${connect} /></li>`,
				)}
			</ul>
			<div role="status">${connected && html`<${Outcome} ...${connected} />`}</div>
			<p class="actions">
				${button('arrow-repeat', 'Look again', load)}
				${button('x-lg', 'Forget this n8n', () => call('DELETE', '/n8n'))}
			</p>`,
	);
}

/** @param {{ workflow: N8nWorkflow, connect: (id: string) => unknown }} properties */
function Workflow({ workflow: { id, name, url, timezone, triggers }, connect }) {
	const trigger = triggers.find(({ kind }) => kind === 'webhook') ?? triggers[0];
	if (trigger === undefined) return null;
	const { kind, events, is_connected: isConnected } = trigger;
	const act = () => connect(id);
	return html`<div class="line">
			<a href=${url} target="_blank" rel="noreferrer"><strong>${name}</strong></a>
			${isConnected && html`<${Badge} status="connected" text="gets the events" />`}
			<span class="spread">
				${
					kind === 'webhook' &&
					button('plug', isConnected ? 'Connect again' : 'Connect', act, {
						label: `Connect ${name}`,
						className: isConnected ? undefined : 'small',
					})
				}
			</span>
		</div>
		<div class="line dim">
			${BY_ITSELF[kind]} ${events.length > 0 && html`<${Tags} tags=${events} />`}
			${
				timezone !== null &&
				timezone !== localZone &&
				html`<span>Its time zone is ${timezone}; this page is in ${localZone}.</span>`
			}
		</div>`;
}

/** @param {N8nConnected} connected */
function Outcome({ workflow, events, credential, displaced }) {
	const secrets = events.includes('chatapp.received')
		? 'The webhook URLs, the signing secret and the chat app token'
		: 'The webhook URL and the signing secret';
	return html`<p class="success">
			“${workflow}” gets the events now. ${secrets} are set here and in the credential “${credential}”.
		</p>
		${displaced.map((name) => html`<p class="warning" key=${name}>${name} gets no events from now on.</p>`)}`;
}
