import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { PAGE_SIZE } from '../../shared/wire/limits';
import { AGENT_LIST_FIELDS } from '../../shared/wire/undocumentedNames';
import { toNodeError } from '../../shared/service/failureMessage';
import { send, type ServiceRequest } from '../../shared/service/request';
import { sendWithRetry } from '../../shared/service/retry';
import { readService } from '../../shared/service/openService';
import { Throttle } from '../../shared/service/rateLimiter';

/** How many pages a search looks through before it shows what it has; scrolling goes on from there. */
const PAGES_PER_SEARCH = 10;

/** The agents of the account (list-agents has no pages, so that all come at once). */
export async function searchAgents(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const body = await ask(this, { method: 'POST', path: 'list-agents', body: {} });
	const agents = (AGENT_LIST_FIELDS.map((field) => body[field]).find(Array.isArray) ?? []) as IDataObject[];
	const results = agents
		.map((agent) => ({ name: String(agent.name ?? agent.id), value: String(agent.id) }))
		.filter(matching(filter))
		.sort((a, b) => a.name.localeCompare(b.name));
	return { results };
}

/** The active numbers of the account; a search goes through the pages until it has found something. */
export async function searchPhoneNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	let offset = Number(paginationToken ?? 0);
	const results: INodeListSearchItems[] = [];
	for (let page = 0; page < PAGES_PER_SEARCH && results.length === 0; page++) {
		const body = await ask(this, {
			method: 'POST',
			path: 'list-phone-numbers',
			body: { limit: PAGE_SIZE, offset },
		});
		const numbers = (Array.isArray(body.numbers) ? body.numbers : []) as IDataObject[];
		offset += numbers.length;
		results.push(
			...numbers
				.filter((number) => number.is_active !== false)
				.map((number) => ({ name: labelOf(number), value: String(number.phone_number) }))
				.filter(matching(filter)),
		);
		if (numbers.length < PAGE_SIZE) return { results };
	}
	return { results, paginationToken: String(offset) };
}

function labelOf({ friendly_name: name, phone_number: number, agent_name: agent }: IDataObject): string {
	const named = name && name !== number ? `${String(name)} (${String(number)})` : String(number);
	return agent ? `${named}, ${String(agent)}` : named;
}

function matching(filter = ''): (item: INodeListSearchItems) => boolean {
	const wanted = filter.trim().toLowerCase();
	return ({ name, value }) =>
		name.toLowerCase().includes(wanted) || String(value).toLowerCase().includes(wanted);
}

async function ask(context: ILoadOptionsFunctions, request: ServiceRequest): Promise<IDataObject> {
	const service = await readService(context, context.getCurrentNodeParameter('authentication'));
	const outcome = await sendWithRetry(
		async () => await send(context, service, request, 'quick'),
		{ maxRetries: 2, repeatable: true },
		new Throttle(1),
		0,
	);
	if (outcome.ok) return outcome.body;
	const { baseUrl, credentialType } = service;
	const { retries, outcomeKnown } = outcome;
	throw toNodeError(outcome.fault, {
		node: context.getNode(),
		itemIndex: 0,
		baseUrl,
		credentialType,
		retries,
		outcomeKnown,
	});
}
