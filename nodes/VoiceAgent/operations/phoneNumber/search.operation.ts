import type { IDataObject } from 'n8n-workflow';

import { MAX_SEARCH_RESULTS } from '../../../shared/wire/limits';
import type { ItemInput } from '../../execution/itemInput';
import type { Operation } from '../../execution/operation';

/** search-phone-numbers (interface section 4). */
export const search: Operation = {
	value: 'search',
	name: 'Search Available',
	action: 'Search available phone numbers',
	description: 'Find numbers that can be had, by area code, state or city',
	properties: [
		{
			displayName: 'Search By',
			name: 'searchBy',
			type: 'options',
			default: 'areaCode',
			options: [
				{ name: 'Any Number', value: 'any', description: 'Numbers from anywhere in the country' },
				{ name: 'Area Code', value: 'areaCode' },
				{ name: 'City', value: 'city' },
				{ name: 'Free Text', value: 'query', description: 'An area code, a city, a state, or a country' },
				{ name: 'State or Province', value: 'state' },
			],
			description: 'The one thing to search by',
		},
		{
			displayName: 'Area Code',
			name: 'areaCode',
			type: 'string',
			required: true,
			default: '',
			displayOptions: { show: { searchBy: ['areaCode'] } },
			placeholder: 'e.g. 415',
			description: 'The first three digits of a number in the United States or Canada',
		},
		{
			displayName: 'City',
			name: 'city',
			type: 'string',
			required: true,
			default: '',
			displayOptions: { show: { searchBy: ['city'] } },
			placeholder: 'e.g. San Francisco',
			description: 'A larger city of the United States or Canada',
		},
		{
			displayName: 'Query',
			name: 'query',
			type: 'string',
			required: true,
			default: '',
			displayOptions: { show: { searchBy: ['query'] } },
			placeholder: 'e.g. canada',
			description: 'An area code, a city, a state code, or canada or usa',
		},
		{
			displayName: 'State or Province',
			name: 'state',
			type: 'string',
			required: true,
			default: '',
			displayOptions: { show: { searchBy: ['state'] } },
			placeholder: 'e.g. CA',
			description: 'Two-letter code of a US state or a Canadian province',
		},
		{
			displayName: 'Number Type',
			name: 'numberType',
			type: 'options',
			default: 'local',
			options: [
				{ name: 'Local', value: 'local' },
				{ name: 'Toll Free', value: 'tollFree' },
			],
			description: 'The kind of number to search for',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_SEARCH_RESULTS },
			default: 50,
			description: 'Max number of results to return',
		},
	],
	options: [
		{
			displayName: 'Country',
			name: 'country',
			type: 'string',
			default: '',
			placeholder: 'e.g. US',
			description: 'Two-letter code of the country',
		},
	],
	timeout: 'provider',
	repeatable: true,
	list: { fields: ['numbers'], size: 'own' },
	request(input) {
		const limit = Number(input.value('limit'));
		if (!Number.isInteger(limit) || limit < 1 || limit > MAX_SEARCH_RESULTS) {
			throw input.refusal('Limit is out of range', `Enter a whole number from 1 to ${MAX_SEARCH_RESULTS}.`);
		}
		const country = input.textOf(input.collection('options').country);
		if (country && !/^[a-z]{2}$/i.test(country)) {
			throw input.refusal(`Country "${country}" is not a country code`, 'Enter two letters, e.g. US.');
		}
		return {
			method: 'POST',
			path: 'search-phone-numbers',
			body: {
				...criterion(input),
				numberType: input.text('numberType'),
				...(country && { country: country.toUpperCase() }),
				limit,
			},
		};
	},
};

/** The service takes one criterion at a time. */
function criterion(input: ItemInput): IDataObject {
	switch (input.text('searchBy')) {
		case 'areaCode': {
			const code = input.required('areaCode', 'Area Code', 'Enter three digits, e.g. 415.');
			if (/^\d{3}$/.test(code)) return { area_code: code };
			throw input.refusal(`Area Code "${code}" is not an area code`, 'Enter three digits, e.g. 415.');
		}
		case 'state': {
			const state = input.required('state', 'State or Province', 'Enter a two-letter code, e.g. CA.');
			if (/^[a-z]{2}$/i.test(state)) return { state: state.toUpperCase() };
			throw input.refusal(`State or Province "${state}" is not a code`, 'Enter two letters, e.g. CA.');
		}
		case 'city':
			return { city: input.required('city', 'City', 'Enter a city, e.g. San Francisco.') };
		case 'query':
			return {
				query: input.required('query', 'Query', 'Enter an area code, a city, a state, canada or usa.'),
			};
		default:
			return {};
	}
}
