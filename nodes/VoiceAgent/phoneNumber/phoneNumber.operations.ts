import type { IDataObject } from 'n8n-workflow';

import { agentLocator } from '../../parameters/fields';
import { InvalidParameterError, quote } from '../../parameters/invalidParameterError';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { post } from '../../service/request';
import { PHONE_NUMBER_FILTERS } from '../../service/undocumentedNames';
import { toAsciiDigits } from '../../text/strings';
import { filtersCollection } from '../fields/item';
import { defineOperation, listOutput } from '../operation';

/** Calls list-phone-numbers. */
export const getPhoneNumbers = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many phone numbers',
	description: 'List the numbers of the account with their capabilities and agents',
	properties: [
		filtersCollection([
			{
				displayName: 'Active',
				name: 'isActive',
				type: 'boolean',
				default: true,
				description: 'Whether to return only active numbers. Turn off to return only inactive ones.',
			},
			agentLocator({
				displayName: 'Text Agent',
				name: 'textAgentId',
				description: 'Only numbers whose SMS and chats this agent answers',
				required: false,
			}),
			agentLocator({
				displayName: 'Voice Agent',
				description: 'Only numbers whose calls this agent answers',
				required: false,
			}),
		]),
	],
	idempotent: true,
	output: listOutput({ fields: ['numbers'], limitIn: 'paging' }),
	request: ({ filters }) =>
		post('list-phone-numbers', {
			...(filters.isAdded('isActive') && { [PHONE_NUMBER_FILTERS.active]: filters.boolean('isActive') }),
			...(filters.has('agentId') && { [PHONE_NUMBER_FILTERS.agent]: filters.id('agentId') }),
			...(filters.has('textAgentId') && { [PHONE_NUMBER_FILTERS.textAgent]: filters.id('textAgentId') }),
		}),
});

/** The most numbers that the service returns for one search. */
const MAX_SEARCH_RESULTS = 75;

/** Calls search-phone-numbers. */
export const searchAvailableNumbers = defineOperation({
	value: 'search',
	name: 'Search Available',
	action: 'Search available phone numbers',
	description: 'Find phone numbers that are available, by area code, state or city',
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
			description: 'What to search by',
		},
		{
			displayName: 'Area Code',
			name: 'areaCode',
			type: 'string',
			default: '',
			displayOptions: { show: { searchBy: ['areaCode'] } },
			placeholder: 'e.g. 415',
			description: 'The first three digits of a number in the United States or Canada',
		},
		{
			displayName: 'City',
			name: 'city',
			type: 'string',
			default: '',
			displayOptions: { show: { searchBy: ['city'] } },
			placeholder: 'e.g. San Francisco',
			description: 'A larger city of the United States or Canada',
		},
		{
			displayName: 'Query',
			name: 'query',
			type: 'string',
			default: '',
			displayOptions: { show: { searchBy: ['query'] } },
			placeholder: 'e.g. canada',
			description: 'An area code, a city, a state code, canada or usa',
		},
		{
			displayName: 'State or Province',
			name: 'state',
			type: 'string',
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
	timeout: 'slow',
	idempotent: true,
	output: listOutput({ fields: ['numbers'], limitIn: 'request' }),
	request({ parameters, options }) {
		const country = options.has('country') ? readIsoCountryCode(options) : undefined;
		return post('search-phone-numbers', {
			...readCriterion(parameters),
			numberType: parameters.choice('numberType'),
			...(country !== undefined && { country }),
			limit: parameters.integer('limit'),
		});
	},
});

/** Reads a two-letter country code. @throws InvalidParameterError for anything else. */
function readIsoCountryCode(options: ParameterGroup): string {
	const country = options.text('country');
	if (/^[a-z]{2}$/i.test(country)) return country.toUpperCase();
	throw new InvalidParameterError(
		`${options.label('country')} ${quote(country)} is not a country code`,
		'Enter two letters, e.g. US.',
	);
}

/** Reads what to search by: the service takes one criterion at a time. */
function readCriterion(parameters: ParameterGroup): IDataObject {
	switch (parameters.choice('searchBy')) {
		case 'areaCode': {
			const advice = 'Enter three digits, e.g. 415.';
			const code = toAsciiDigits(parameters.requireNonEmptyText('areaCode', advice));
			if (/^\d{3}$/.test(code)) return { area_code: code };
			throw new InvalidParameterError(
				`${parameters.label('areaCode')} ${quote(code)} is not an area code`,
				advice,
			);
		}
		case 'state': {
			const advice = 'Enter the two letters of a US state or a Canadian province, e.g. CA.';
			const state = parameters.requireNonEmptyText('state', advice);
			if (/^[a-z]{2}$/i.test(state)) return { state: state.toUpperCase() };
			throw new InvalidParameterError(
				`${parameters.label('state')} ${quote(state)} is not a code of two letters`,
				advice,
			);
		}
		case 'city':
			return {
				city: parameters.requireNonEmptyText('city', 'Enter a larger city of the United States or Canada.'),
			};
		case 'query':
			return {
				query: parameters.requireNonEmptyText(
					'query',
					'Enter an area code, a city, a state code, canada or usa.',
				),
			};
		default:
			return {};
	}
}
