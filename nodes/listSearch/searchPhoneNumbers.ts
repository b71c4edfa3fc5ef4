import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { post } from '../service/serviceRequest';
import { canCall } from '../service/records';
import { readOffsetPages, readValue, searchList, type Search } from './listSearch';

/** Lists the active numbers of the account. */
export async function searchPhoneNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchNumbers(this, { filter, paginationToken }, () => true);
}

/** Lists the active numbers of the account that can make calls. */
export async function searchCallers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchNumbers(this, { filter, paginationToken }, canCall);
}

const searchNumbers = async (
	context: ILoadOptionsFunctions,
	search: Search,
	canBeChosen: (number: IDataObject) => boolean,
): Promise<INodeListSearchResult> =>
	await searchList(context, search, {
		readEntries: (offset, send) =>
			readOffsetPages(
				offset,
				send,
				(range) => post('list-phone-numbers', range),
				['numbers'],
				(number) => {
					const value = readValue(number.phone_number);
					if (value === undefined || number.is_active === false || !canBeChosen(number)) return undefined;
					return { name: describeNumber(number), value };
				},
			),
		describeSearched: (count) => `first ${count} numbers`,
	});

function describeNumber({
	friendly_name: name,
	phone_number: number,
	agent_name: agent,
}: IDataObject): string {
	const named = name && name !== number ? `${String(name)} (${String(number)})` : String(number);
	return agent ? `${named}, ${String(agent)}` : named;
}
