import type { INodePropertyRegexValidation } from 'n8n-workflow';

import { resources } from '../../../../nodes/VoiceAgent/operations';
import { agentLocator, isIdField, NUMBER_VALIDATION } from '../../../../nodes/parameters/fields';
import { refusedBy } from '../../../support/plan-operation';

const operations = resources.flatMap(({ value: resource, operations: all }) =>
	all.flatMap((operation) => {
		const field = operation.properties.find(isIdField);
		return field && !operation.value.startsWith('send')
			? [{ id: `${resource}:${operation.value}`, operation, field }]
			: [];
	}),
);

it.each(operations)('$id says where to find an ID that is missing, wrong or unknown', async (one) => {
	const { displayName, name, hint, type } = one.field;
	const where = type === 'resourceLocator' ? 'Choose it from the list or enter its ID.' : String(hint);
	expect(where).toMatch(/^[A-Z].*\.$/);
	expect(await refusedBy(one.id, { [name]: '' })).toMatch(`'${displayName}' is empty. ${where}`);
	expect(await refusedBy(one.id, { [name]: 'a/b' })).toMatch(
		`'${displayName}' "a/b" is not an ID. An ID has only letters, digits, - and _. ${where}`,
	);
	expect(await refusedBy(one.id, { [name]: '+1 415 555 0123' })).toMatch(
		`'${displayName}' "+1 415 555 0123" is a phone number, not an ID. ${where}`,
	);
	expect(one.operation.adviceWhenNotFound).toMatch(`Check '${displayName}'. ${where}`);
});

it('says in the editor what a field takes that a name or a phone number was typed into', () => {
	const { modes = [] } = agentLocator();
	const [rule, ...others] = modes.flatMap(({ validation = [] }) => validation);
	expect(others).toEqual([]);
	const { regex, errorMessage } = (rule as INodePropertyRegexValidation).properties;
	expect(errorMessage).toBe(
		"'Agent' takes an ID, not a name or a phone number. Choose it from the list, or enter its ID.",
	);
	expect('106540352242922').toMatch(new RegExp(`^(?:${regex})$`));
	for (const typed of ['+14155550123', 'Front desk']) expect(typed).not.toMatch(new RegExp(`^(?:${regex})$`));
});

it.each(['+14155550123', '+1 (415) 555-0123', '0041/44', '+٤٩ ١٥١', '१४१५', '+１ ４１５'])(
	'lets a person type the number %s in the editor',
	(typed) => {
		expect(typed).toMatch(new RegExp(`^${NUMBER_VALIDATION.regex}$`));
	},
);

it.each(['ACME', 'a+1', '+1,2'])('says in the editor that %s is no number', (typed) => {
	expect(typed).not.toMatch(new RegExp(`^${NUMBER_VALIDATION.regex}$`));
});
