import type { IDataObject } from 'n8n-workflow';

import { post } from '../service/request';
import { canCall } from '../service/records';
import { fetchOffsetPages, toEntryValue, createListSearch } from './listSearch';

/** Lists the active numbers of the account. */
export const searchPhoneNumbers = createNumberSearch(() => true);

/** Lists the active numbers of the account that can make calls. */
export const searchCallers = createNumberSearch(canCall);

function createNumberSearch(canBeChosen: (number: IDataObject) => boolean) {
	return createListSearch(() => ({
		fetchEntries: (offset, send) =>
			fetchOffsetPages(
				offset,
				send,
				(range) => post('list-phone-numbers', range),
				['numbers'],
				(number) => {
					const value = toEntryValue(number.phone_number);
					if (value === undefined || number.is_active === false || !canBeChosen(number)) return undefined;
					return { name: describeNumber(number), value };
				},
			),
		describeSearched: (count) => `first ${count} numbers`,
		typedMode: 'Number',
	}));
}

function describeNumber({
	friendly_name: name,
	phone_number: number,
	agent_name: agent,
}: IDataObject): string {
	const named = name && name !== number ? `${String(name)} (${String(number)})` : String(number);
	return agent ? `${named}, ${String(agent)}` : named;
}
