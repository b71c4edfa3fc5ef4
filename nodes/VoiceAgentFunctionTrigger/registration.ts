import { createHash, randomBytes } from 'crypto';
import type { FunctionsBase, IDataObject } from 'n8n-workflow';

import { isNotFound } from '../service/failure';
import type { FunctionSettings } from './settings';
import { createSend, type VoiceAgentClient, patch, post } from '../service/request';
import { parseRecord } from '../service/response';
import { createInteractiveLimits } from '../service/retry';
import { filterRecords } from '../text/json';
import { isSameSecret, refuse } from '../service/webhookRequest';
import { type Result, toResult } from '../text/result';

/** The header that says which trigger has registered a function; see {@link identifyTrigger}. */
const TRIGGER_HEADER = 'x-voice-agent-function-trigger';

/** The beginning of the description of a function that exists for a test. */
const TEST_DESCRIPTION_PREFIX = 'Only for a test: call it when the caller asks for the test.';

/** The service, and the trigger as it registers its function there. */
export interface RegistrationContext {
	functions: CustomFunctionsClient;
	/** The Production URL of the trigger; its Test URL while n8n listens for a test. */
	url: string;
	/** The ID of the trigger; see {@link identifyTrigger}. */
	triggerId: string;
	/** The hash of the secret that n8n has stored for the trigger; empty if there is none. */
	secretHash: string;
	log: (level: 'info' | 'warn', text: string) => void;
}

/** An error whose message tells a person how to register the function. */
export class RegistrationError extends Error {}

/**
 * Identifies a trigger, as 64 hexadecimal digits.
 * @param parts The n8n instance, the workflow, the node, its webhook and the credential. A copy of the workflow differs
 * in at least one of them.
 */
export const identifyTrigger = (parts: Array<string | null | undefined>): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * Tells whether this trigger has registered a function: the function says so, or leads to the trigger. The URL
 * alone is not enough, because n8n's address can change. What n8n stores is not enough either, because n8n can be killed
 * before it stores it.
 */
export const isOwnFunction = (
	{ headers, endpointUrl }: AgentFunction,
	{ url, triggerId }: RegistrationContext,
): boolean => endpointUrl === url || headers.get(TRIGGER_HEADER) === triggerId;

const isForTest = ({ description }: { description: string }): boolean =>
	description.startsWith(TEST_DESCRIPTION_PREFIX);

/**
 * Tells whether a function may be replaced. This trigger's own may be, except that a test never replaces the published
 * one. So may one left over from any trigger's test, since the service cannot delete functions.
 */
function isReplaceable(
	existing: AgentFunction,
	registration: RegistrationContext,
	{ fields }: FunctionSettings,
): boolean {
	if (isForTest(existing) && !existing.isActive) return true;
	return isOwnFunction(existing, registration) && (isForTest(existing) || !isForTest(fields));
}

/** Returns the function that the agent gets beside the published one while n8n listens for a test. */
export const toTestFunction = ({ name, fields, ...settings }: FunctionSettings): FunctionSettings => ({
	...settings,
	name: `${name}_test`,
	fields: { ...fields, description: `${TEST_DESCRIPTION_PREFIX} ${fields.description}` },
	// A test must not replace a function that another trigger has registered. Only publishing may do that.
	takesOverExisting: false,
});

/**
 * Points the function of this name at the trigger. It keeps its secret if n8n has the hash of it, and gets a new one
 * otherwise. An execution that began before can make n8n store the old hash again, and calls are still accepted then. It
 * is safe to repeat this if n8n was killed midway.
 * @returns the hash of the secret that the function has now.
 * @throws RegistrationError for a function of another trigger; ServiceError if the service does not answer.
 */
export async function saveFunction(
	registration: RegistrationContext,
	settings: FunctionSettings,
): Promise<string> {
	const { functions, url, secretHash, triggerId } = registration;
	const { agentId, name, fields } = settings;
	const find = async () => (await functions.fetchOfAgent(agentId)).find((one) => one.name === name);
	let existing = await find();
	const knownSecret = existing?.headers.get(SECRET_HEADER);
	const isKnown = typeof knownSecret === 'string' && hashSecret(knownSecret) === secretHash;
	const secret = isKnown ? knownSecret : createSecret();
	const body: IDataObject = {
		...fields,
		endpoint_url: url,
		headers: [
			{ name: SECRET_HEADER, value: secret },
			{ name: TRIGGER_HEADER, value: triggerId },
		],
		is_active: true,
	};
	if (!existing) {
		const created = await toResult(functions.create({ agent_id: agentId, name, ...body }));
		if (created.ok) return hashSecret(secret);
		// It may have been created without an answer, or another trigger was first.
		existing = await find();
		if (!existing) throw created.problem;
	}
	requireReplaceable(existing, registration, settings);
	await functions.update(existing.id, body);
	return hashSecret(secret);
}

function requireReplaceable(
	existing: AgentFunction,
	registration: RegistrationContext,
	settings: FunctionSettings,
): void {
	const { name, takesOverExisting } = settings;
	if (takesOverExisting || isReplaceable(existing, registration, settings)) return;
	const ownerNote = existing.headers.has(SECRET_HEADER)
		? ' and belongs to a trigger like this one, in another workflow, on another n8n or with another credential'
		: '';
	throw new RegistrationError(
		`The agent already has a function '${name}', which leads to ${describeEndpoint(existing.endpointUrl)}${ownerNote}. Enter another 'Name', or turn on the option 'Take Over Existing Function' and publish the workflow to replace it.`,
	);
}

/** Returns a URL without its query, which may contain a key. */
const describeEndpoint = (url: string): string => {
	if (!URL.canParse(url)) return 'another address';
	const { origin, pathname } = new URL(url);
	return `${origin}${pathname}`;
};

/**
 * Switches off functions of some agents. Never throws: it logs what may still be on.
 * @returns The agents for which that did not succeed.
 */
export async function switchOff(
	{ functions, log }: RegistrationContext,
	agentIds: string[],
	shouldSwitchOff: (agentFunction: AgentFunction, agentId: string) => boolean,
): Promise<string[]> {
	const failedAgentIds: string[] = [];
	for (const agentId of new Set(agentIds)) {
		try {
			for (const agentFunction of await functions.fetchOfAgent(agentId)) {
				if (!agentFunction.isActive || !shouldSwitchOff(agentFunction, agentId)) continue;
				await functions.update(agentFunction.id, { is_active: false });
				log('info', `switched off the function ${agentFunction.name}`);
			}
		} catch (error) {
			if (isNotFound(error)) continue;
			failedAgentIds.push(agentId);
			const reason = error instanceof Error ? error.message : 'the service did not answer';
			log(
				'warn',
				`the agent ${agentId} may still have a function that no workflow answers: ${reason}. Publish and unpublish the workflow once the service is up, or switch the function off in its dashboard.`,
			);
		}
	}
	return failedAgentIds;
}

/** A function as get-agent lists it. */
export interface AgentFunction {
	id: string;
	name: string;
	description: string;
	endpointUrl: string;
	/** The values of its headers, by their names. */
	headers: ReadonlyMap<unknown, unknown>;
	isActive: boolean;
}

/** Fetches, creates and updates the custom functions of agents. Every method can throw ServiceError. */
export class CustomFunctionsClient {
	/** All requests share one time limit: the time a person will wait for a workflow to publish. */
	private readonly limits = createInteractiveLimits();

	constructor(private readonly client: VoiceAgentClient) {}

	async fetchOfAgent(agentId: string): Promise<AgentFunction[]> {
		const send = createSend(this.client, {
			idempotent: true,
			isInteractive: true,
			...this.limits,
			messages: { adviceWhenNotFound: "Choose another 'Agent' from the list." },
		});
		const { body } = await send(post('get-agent', { agent_id: agentId }), (agent) =>
			parseRecord(agent, { wrapper: 'agent' }),
		);
		return filterRecords(body.custom_functions).flatMap((one) => parseFunction(one) ?? []);
	}

	async create(body: IDataObject): Promise<void> {
		const send = createSend(this.client, { idempotent: false, isInteractive: true, ...this.limits });
		await send(post('custom-functions', body), (created) =>
			parseRecord(created, { wrapper: 'custom_function', recordFields: ['id'] }),
		);
	}

	async update(id: string, body: IDataObject): Promise<void> {
		const send = createSend(this.client, { idempotent: true, isInteractive: true, ...this.limits });
		await send(patch(`custom-functions/${encodeURIComponent(id)}`, body));
	}
}

function parseFunction(record: Record<string, unknown>): AgentFunction | undefined {
	const { id, name, description, endpoint_url: endpointUrl, headers, is_active: isActive } = record;
	if ((typeof id !== 'string' && typeof id !== 'number') || typeof name !== 'string') return undefined;
	return {
		id: String(id),
		name,
		description: typeof description === 'string' ? description : '',
		endpointUrl: typeof endpointUrl === 'string' ? endpointUrl : '',
		headers: new Map(filterRecords(headers).map((header) => [header.name, header.value])),
		isActive: isActive !== false,
	};
}

/**
 * The header with the secret by which a trigger recognizes its agent's calls; in lower case, as Node's HTTP server
 * names headers.
 */
export const SECRET_HEADER = 'x-voice-agent-function-secret';

/**
 * Creates a secret, as 64 hexadecimal digits. It is random, and not derived from the credential: people who may read the
 * functions of the agent know it, and could otherwise try passwords until one gives this secret.
 */
export const createSecret = (): string => randomBytes(32).toString('hex');

/**
 * Returns what n8n keeps of a secret, since workflows and executions are exported and shared. A fast hash is enough for
 * a value that has 256 random bits.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

type StaticDataContext = Pick<FunctionsBase, 'getWorkflowStaticData'>;

/**
 * Returns the hash of the secret that the trigger has registered, as n8n stores it with the workflow and, while it
 * listens for a test, with the test; an empty string if there is none.
 */
export function getSecretHash(context: StaticDataContext): string {
	const { secretHash } = context.getWorkflowStaticData('node');
	return typeof secretHash === 'string' ? secretHash : '';
}

export function storeSecretHash(context: StaticDataContext, secretHash: string): void {
	context.getWorkflowStaticData('node').secretHash = secretHash;
}

const SECRET_FORMAT = /^[0-9a-f]{64}$/;

/**
 * Checks the header of a call, in constant time. Without a stored hash, everything is refused.
 * @param secretHash As {@link getSecretHash} returns it.
 */
export function verifySecret(header: unknown, secretHash: string): Result<undefined> {
	if (header === undefined) return refuse('the secret header is missing');
	if (typeof header !== 'string' || header.includes(',')) {
		return refuse('the secret header was sent more than once');
	}
	if (!SECRET_FORMAT.test(header)) return refuse('the secret header is malformed');
	if (secretHash === '') {
		return refuse(
			'n8n has no secret for this trigger. Unpublish the workflow and publish it again, so that it gets one',
		);
	}
	return isSameSecret(hashSecret(header), secretHash)
		? { ok: true, value: undefined }
		: refuse(
				'the secret does not match. If it was your agent, unpublish the workflow and publish it again, so that the agent gets the secret of this trigger',
			);
}
