import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { isRecord } from '../json';
import { recordsIn } from '../service/recordsIn';
import { PAGE_SIZE } from '../wire/limits';
import { ask, matching } from './listRequest';

/** How many pages a search looks through before it shows what it has; scrolling goes on from there. */
const PAGES_PER_SEARCH = 10;

/** The active numbers of the account. */
export async function searchPhoneNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchNumbers(this, () => true, filter, paginationToken);
}

/** The active numbers of the account that can make calls; a service that names no capabilities leaves it to the call. */
export async function searchCallers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const hasVoice = ({ capabilities }: IDataObject) => !isRecord(capabilities) || capabilities.voice !== false;
	return await searchNumbers(this, hasVoice, filter, paginationToken);
}

/** Goes through the pages until it has found something. */
async function searchNumbers(
	context: ILoadOptionsFunctions,
	isWanted: (number: IDataObject) => boolean,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	let offset = Number(paginationToken ?? 0);
	const results: INodeListSearchItems[] = [];
	for (let page = 0; page < PAGES_PER_SEARCH && results.length === 0; page++) {
		const body = await ask(context, {
			method: 'POST',
			path: 'list-phone-numbers',
			body: { limit: PAGE_SIZE, offset },
		});
		const numbers = recordsIn(body, ['numbers']);
		offset += numbers.length;
		results.push(
			...numbers
				.filter((number) => number.is_active !== false && isWanted(number))
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
