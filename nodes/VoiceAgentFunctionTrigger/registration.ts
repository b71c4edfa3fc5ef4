import type { IDataObject } from 'n8n-workflow';

import { getOrigin } from '../shared/client/credentials';
import { isRecord } from '../shared/text/json';
import { isUnknown, type AgentFunction, type AgentFunctions } from './agentFunctions';
import { SECRET_HEADER } from './secret';
import type { FunctionSettings } from './settings';
import { readReturnUrl, toTestUrl } from './testUrl';

/** The end of the path of a webhook's URLs, which no other node has: `<webhook ID>/webhook`. */
export const readUrlTail = (url: string, hasWebhookId: boolean): string =>
	new URL(url).pathname
		.split('/')
		.slice(hasWebhookId ? -2 : -3)
		.join('/');

/** The parts that a trigger uses to register its function. */
export interface Registrar {
	functions: AgentFunctions;
	/**
	 * The trigger's URL: the Production URL when the workflow is published,
	 * the Test URL while n8n listens for a test.
	 */
	url: string;
	/** The end of both of them. */
	urlTail: string;
	/** The addresses of this n8n; see {@link readN8nAddress}. */
	addresses: string[];
	/** The value of the header by which the trigger knows its agent's calls. */
	secret: string;
	/** Identifies this n8n and the credential of the trigger: only their own note counts. */
	owner: string;
	/** The state that n8n keeps with the node; it is lost if n8n is killed before it has stored it. */
	state: IDataObject;
	log: (level: 'info' | 'warn', text: string) => void;
}

/** The note that n8n keeps about a function that this trigger has registered. */
interface Registered {
	agentId: string;
	id: string;
	/** The URL to which it led then. */
	url: string;
	/** The {@link Registrar.owner} that registered it. */
	owner: string;
}

/** A function that was on until its workflow was unpublished. */
interface SwitchedOff extends Registered {
	name: string;
}

/** A person can do something about it: the message says what. */
export class RegistrationError extends Error {}

/**
 * The part of a webhook's URLs that comes before `webhook` or `webhook-test` and the webhook's own path: the
 * address of its n8n. Undefined for the URL of another webhook.
 */
export function readN8nAddress(url: string, urlTail: string): string | undefined {
	if (!URL.canParse(url)) return undefined;
	const { origin, pathname } = new URL(url);
	if (!pathname.endsWith(`/${urlTail}`)) return undefined;
	return new URL('.', `${origin}${pathname.slice(0, -urlTail.length - 1)}`).href;
}

/** Identifies an n8n and the credential of a trigger in it; see {@link Registrar.owner}. */
export const toOwner = (instanceId: string, credentialId: string): string => `${instanceId}:${credentialId}`;

/**
 * Tells if a function leads to this trigger. Copies of a workflow on other n8n's have the same webhook ID, so
 * the function has to lead to the address of this n8n, or to the one at which this n8n registered it, as its
 * note says. n8n copies the note as well (`export:workflow` and `import:workflow`), so the note counts only
 * for the n8n and the credential that wrote it. It counts for a function that is switched off as well: n8n
 * unpublishes a workflow before it publishes a change.
 */
function isOwn({ id, endpoint_url: endpointUrl }: AgentFunction, registrar: Registrar): boolean {
	const { urlTail, addresses, state, owner } = registrar;
	const address = readN8nAddress(endpointUrl, urlTail);
	if (address === undefined) return false;
	if (addresses.includes(address)) return true;
	return [...readRegistered(state.registered), ...readRegistered(state.switchedOff)].some(
		(one) => one.id === id && one.owner === owner && readN8nAddress(one.url, urlTail) === address,
	);
}

function readRegistered(stored: unknown): Registered[] {
	return (Array.isArray(stored) ? (stored as unknown[]) : []).filter(
		(one): one is Registered & Record<string, unknown> =>
			isRecord(one) && [one.agentId, one.id, one.url, one.owner].every((part) => typeof part === 'string'),
	);
}

const toRegistered = (
	{ id, endpoint_url: url }: AgentFunction,
	agentId: string,
	owner: string,
): Registered => ({
	agentId,
	id,
	url: withoutQuery(url),
	owner,
});

const ownFields = ({ fields }: FunctionSettings, { secret }: Registrar): IDataObject => ({
	...fields,
	headers: [{ name: SECRET_HEADER, value: secret }],
	is_active: true,
});

/**
 * Makes the function of this name lead to the published workflow, and switches off what this
 * trigger has registered under another name or for another agent. Each step can be repeated, so
 * that it does not matter where n8n is killed.
 * @throws RegistrationError, ServiceError
 */
export async function publish(registrar: Registrar, settings: FunctionSettings): Promise<void> {
	const { functions, state, log, url, owner } = registrar;
	const listed = await functions.list(settings.agentId);
	const existing = listed.find(({ name }) => name === settings.name);
	if (existing) {
		refuseForeign(existing, registrar, settings);
		if (existing.is_active && readReturnUrl(existing.endpoint_url) !== undefined) {
			log('info', `the function ${settings.name} still led to the Test URL and leads to the workflow again`);
		} else if (isOwn(existing, registrar) && getOrigin(existing.endpoint_url) !== getOrigin(url)) {
			log('warn', `the function ${settings.name} led to ${getOrigin(existing.endpoint_url)} until now`);
		}
	}
	const id = await save(registrar, settings, existing, url);
	const { agentId } = settings;
	const current: Registered = { agentId, id, url, owner };
	const isCurrent = (one: Registered) => one.id === id;
	const others = listed
		.filter((one) => isOwn(one, registrar) && one.is_active)
		.map((one) => toRegistered(one, agentId, owner));
	const former = [...readRegistered(state.registered), ...others].filter((one) => !isCurrent(one));
	const { left } = await switchOff(registrar, former);
	state.registered = [current, ...left] as unknown as IDataObject[];
	delete state.switchedOff;
}

/** Creates or changes the function, and returns its ID. */
async function save(
	registrar: Registrar,
	settings: FunctionSettings,
	existing: AgentFunction | undefined,
	endpointUrl: string,
): Promise<string> {
	const { functions } = registrar;
	const body = { ...ownFields(settings, registrar), endpoint_url: endpointUrl };
	if (existing) {
		await functions.update(existing.id, body);
		return existing.id;
	}
	let created: AgentFunction | undefined;
	let failure: unknown;
	try {
		created = await functions.create({ agent_id: settings.agentId, name: settings.name, ...body });
	} catch (error) {
		failure = error;
	}
	if (created) return created.id;
	// An attempt without an answer may have created it, or another trigger did meanwhile.
	const found = (await functions.list(settings.agentId)).find(({ name }) => name === settings.name);
	if (!found) {
		throw (
			failure ?? new RegistrationError('The service did not create the function. Publish the workflow again.')
		);
	}
	refuseForeign(found, registrar, settings);
	await functions.update(found.id, body);
	return found.id;
}

function refuseForeign(
	existing: AgentFunction,
	registrar: Registrar,
	{ name, takeOver }: FunctionSettings,
): void {
	if (takeOver || isOwn(existing, registrar)) return;
	const { endpoint_url: endpointUrl } = existing;
	const target = endpointUrl === '' ? 'another address' : withoutQuery(endpointUrl);
	const isCopy = readN8nAddress(endpointUrl, registrar.urlTail) !== undefined;
	const explanation = isCopy ? ', the same trigger on another n8n or at a former address of this one' : '';
	throw new RegistrationError(
		`The agent already has a function '${name}', which leads to ${target}${explanation}. Enter another 'Name', or turn on the option 'Take Over Existing Function' and publish the workflow to replace it.`,
	);
}

/** A query may hold a key. */
const withoutQuery = (url: string): string => {
	if (!URL.canParse(url)) return 'another address';
	const { origin, pathname } = new URL(url);
	return `${origin}${pathname}`;
};

/**
 * Switches functions off as far as they still lead to this trigger.
 * Returns those, and the functions for which that did not succeed.
 */
async function switchOff(
	registrar: Registrar,
	registered: Registered[],
): Promise<{ switchedOff: SwitchedOff[]; left: Registered[] }> {
	const { functions, log } = registrar;
	const switchedOff: SwitchedOff[] = [];
	const left: Registered[] = [];
	for (const one of uniqueById(registered)) {
		try {
			const found = (await functions.list(one.agentId)).find(({ id }) => id === one.id);
			if (!found || !isOwn(found, registrar) || !found.is_active) continue;
			await functions.update(found.id, { is_active: false });
			switchedOff.push({ ...one, name: found.name });
			log('info', `switched off the function ${found.name}`);
		} catch (error) {
			if (isUnknown(error)) continue;
			left.push(one);
			const reason = error instanceof Error ? error.message : 'the service did not answer';
			log(
				'warn',
				`the function ${one.id} of the agent ${one.agentId} is still on, although no workflow answers it: ${reason}. Publish and unpublish the workflow once the service is up, or switch the function off in its dashboard.`,
			);
		}
	}
	return { switchedOff, left };
}

const uniqueById = (registered: Registered[]): Registered[] => [
	...new Map(registered.map((one) => [one.id, one])).values(),
];

/**
 * Switches off everything that this trigger has registered. Never throws: what is left on is logged and tried
 * again at the next occasion. n8n also calls it after a test that could not begin, with the Test URL and
 * without its note: what is published stays on then.
 * @param agentId The agent that the panel names, for when n8n has lost its note; undefined if it names none.
 */
export async function unpublish(registrar: Registrar, agentId: string | undefined): Promise<void> {
	const { functions, state, log, url, owner } = registrar;
	const registered = readRegistered(state.registered);
	if (agentId !== undefined) {
		try {
			for (const one of (await functions.list(agentId)).filter((listed) => isOwn(listed, registrar))) {
				const leadsHere = withoutQuery(one.endpoint_url) === withoutQuery(url);
				const isTested = readReturnUrl(one.endpoint_url) !== undefined;
				if (leadsHere && isTested) await leadBack(registrar, one);
				else if (one.is_active && (leadsHere || isTested)) {
					registered.push(toRegistered(one, agentId, owner));
				}
			}
		} catch (error) {
			if (registered.length === 0 && !isUnknown(error)) {
				log(
					'warn',
					`it is unknown whether the agent ${agentId} still has a function that leads here, because the service did not answer. Look at its functions in the dashboard.`,
				);
			}
		}
	}
	const { switchedOff, left } = await switchOff(registrar, registered);
	state.registered = left as unknown as IDataObject[];
	// n8n calls this once more after each publication that was refused, when nothing is left to switch off.
	if (switchedOff.length > 0) state.switchedOff = switchedOff as unknown as IDataObject[];
}

/**
 * Says how to go on with what was published before, for a publication that is refused: n8n has unpublished it
 * first. Empty if there was nothing, and for what another n8n has published: a copy of the workflow brings its note.
 */
export function describeFormer({ switchedOff }: IDataObject, instanceId: string): string {
	const noted = readRegistered(switchedOff) as SwitchedOff[];
	const former = noted.filter(({ owner }) => owner.startsWith(toOwner(instanceId, '')));
	if (former.length === 0) return '';
	const names = former.map(({ name }) => `'${name}'`).join(', ');
	return `The former function, ${names}, is off now, because n8n unpublishes the former version first. Publish the former version again to go back to it.`;
}

/** Makes a function lead to where it led before the test, or switches it off if it was off. */
async function leadBack(
	{ functions }: Registrar,
	tested: AgentFunction,
	fieldsBefore: IDataObject = {},
): Promise<void> {
	const returnUrl = readReturnUrl(tested.endpoint_url) ?? '';
	const wasActive = returnUrl !== '';
	await functions.update(tested.id, {
		...fieldsBefore,
		...(wasActive && { endpoint_url: returnUrl }),
		is_active: wasActive && tested.is_active,
	});
}

/** The fields that a test may change besides the address. */
const TESTED_FIELDS = [
	'description',
	'http_method',
	'body_schema',
	'response_variables',
	'timeout_ms',
	'max_retries',
];

/**
 * Makes the function lead to the Test URL. Where it led before stands in that URL, so that the way back is
 * known even if n8n is killed.
 * @throws RegistrationError, ServiceError
 */
export async function listen(registrar: Registrar, draft: FunctionSettings): Promise<void> {
	const { functions, state, url } = registrar;
	// Taken over for good only by publishing.
	const settings = { ...draft, takeOver: false };
	const listed = await functions.list(settings.agentId);
	const existing = listed.find(({ name }) => name === settings.name);
	if (existing) refuseForeign(existing, registrar, settings);
	const returnUrl = existing
		? (readReturnUrl(existing.endpoint_url) ?? (existing.is_active ? existing.endpoint_url : ''))
		: '';
	const isInterrupted = existing !== undefined && readReturnUrl(existing.endpoint_url) !== undefined;
	const before =
		existing && !isInterrupted ? Object.fromEntries(TESTED_FIELDS.map((name) => [name, existing[name]])) : {};
	// Noted first, so that a request whose answer is lost is taken back as well.
	state.listening = { agentId: settings.agentId, name: settings.name, before: JSON.stringify(before) };
	await save(registrar, settings, existing, toTestUrl(url, returnUrl));
}

/** Tells if what n8n keeps with the node says that {@link listen} was called. */
export const isListening = ({ listening }: IDataObject): boolean => isRecord(listening);

/** Makes the function lead back to where it led before the test, or switches it off. Never throws. */
export async function stopListening(registrar: Registrar): Promise<void> {
	const { functions, state, log } = registrar;
	const { agentId, name, before } = state.listening as { agentId: string; name: string; before: string };
	try {
		const found = (await functions.list(agentId)).find((one) => one.name === name);
		// Published meanwhile, or taken over by another.
		if (!found || readReturnUrl(found.endpoint_url) === undefined || !isOwn(found, registrar)) return;
		await leadBack(registrar, found, JSON.parse(before) as IDataObject);
		delete state.listening;
	} catch (error) {
		const reason = error instanceof Error ? error.message : 'the service did not answer';
		log(
			'warn',
			`the function ${name} still leads to the Test URL: ${reason}. Test the workflow once more, or unpublish it and publish it again.`,
		);
	}
}
