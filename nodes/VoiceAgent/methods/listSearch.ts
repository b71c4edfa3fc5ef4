import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { reportOf } from '../../shared/service/failureMessage';
import { openService } from '../../shared/service/openService';
import { RateLimiter } from '../../shared/service/rateLimiter';
import { send, type ServiceRequest } from '../../shared/service/request';
import { sendWithRetry } from '../../shared/service/retry';
import { TIMEOUTS } from '../../shared/service/timeouts';
import { AGENT_LIST_FIELDS } from '../../shared/wire/undocumentedNames';
import { PAGE_SIZE } from '../../shared/wire/limits';
import { nodeErrorOf, ServiceError } from '../execution/itemError';
import { recordsIn } from '../execution/output';

/** How many pages a search looks through before it shows what it has; scrolling goes on from there. */
const PAGES_PER_SEARCH = 10;

/** The agents of the account (list-agents has no pages, so that all come at once). */
export async function searchAgents(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const body = await ask(this, { method: 'POST', path: 'list-agents', body: {} });
	const results = recordsIn(body, AGENT_LIST_FIELDS)
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
		const numbers = recordsIn(body, ['numbers']);
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

/** @throws NodeApiError when the service does not answer. */
async function ask(context: ILoadOptionsFunctions, request: ServiceRequest): Promise<IDataObject> {
	const service = await openService(context, context.getCurrentNodeParameter('authentication'));
	const outcome = await sendWithRetry(
		async () => await send(context, service, request, TIMEOUTS.quick),
		{ maxRetries: 2, safe: true },
		new RateLimiter(1, new AbortController().signal),
		0,
	);
	if (outcome.ok) return outcome.body;
	const { failure, retries, outcomeKnown } = outcome;
	const report = reportOf(failure, { service, retries, outcomeKnown });
	throw nodeErrorOf(new ServiceError(report), context.getNode(), 0);
}
