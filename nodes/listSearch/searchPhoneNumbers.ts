import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';

import { post } from '../service/request';
import { fetchPages, parsePage } from '../service/paging';
import { canCall } from '../service/records';
import { toEntryValue, createListSearch } from './listSearch';

/** Lists the active numbers of the account. */
export const searchPhoneNumbers = createNumberSearch(() => true);

/** Lists the active numbers of the account that can make calls. */
export const searchCallers = createNumberSearch(canCall);

function createNumberSearch(canBeChosen: (number: IDataObject) => boolean) {
	return createListSearch(() => ({
		async *fetchEntries(offset, send) {
			const fetchPage = async (start: number, limit: number) => {
				const request = post('list-phone-numbers', { limit, offset: start });
				return (await send(request, (body) => parsePage(body, ['numbers']))).body;
			};
			for await (const { records, next } of fetchPages(fetchPage, { offset })) {
				const active = records.filter((number) => number.is_active !== false && canBeChosen(number));
				yield { entries: active.flatMap(toEntry), next };
			}
		},
		describeSearched: (count) => `first ${count} numbers`,
		typedMode: 'Number',
	}));
}

/** Returns the entry for a number of the account; none for a record without a number. */
function toEntry(record: IDataObject): INodeListSearchItems[] {
	const value = toEntryValue(record.phone_number);
	return value === undefined ? [] : [{ name: describeNumber(value, record), value }];
}

function describeNumber(number: string, { friendly_name, agent_name }: IDataObject): string {
	const name = toEntryValue(friendly_name) ?? number;
	const agent = toEntryValue(agent_name);
	const named = name === number ? number : `${name} (${number})`;
	return agent === undefined ? named : `${named}, ${agent}`;
}
