import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { canCall } from '../wire/phoneNumber';
import { offsetPage, searchList, type Search } from './listSearch';

/** The active numbers of the account. */
export async function searchPhoneNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchNumbers(this, { filter, paginationToken }, () => true);
}

/** The active numbers of the account that can make calls. */
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
	isWanted: (number: IDataObject) => boolean,
): Promise<INodeListSearchResult> =>
	await searchList(
		context,
		search,
		async (offset, ask) =>
			await offsetPage(
				offset,
				async (page) => await ask('list-phone-numbers', page),
				['numbers'],
				(number) =>
					number.is_active !== false && isWanted(number)
						? { name: labelOf(number), value: String(number.phone_number) }
						: undefined,
			),
	);

function labelOf({ friendly_name: name, phone_number: number, agent_name: agent }: IDataObject): string {
	const named = name && name !== number ? `${String(name)} (${String(number)})` : String(number);
	return agent ? `${named}, ${String(agent)}` : named;
}
