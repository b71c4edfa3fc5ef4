import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { parsePhoneNumber } from '../../../../../nodes/numbers/parsePhoneNumber';
import { comparableNumber } from '../../../../../nodes/numbers/spellings';
import { planned, outputOfPlan } from '../../../../support/plan-operation';

const DEFAULT_COUNTRY_CODE = '1';

/** Numbers as people write them: several of one person, of several zones, and some that are none. */
const NUMBERS = [
	'+14155550111',
	'(415) 555-0111',
	'1 415 555 0111',
	'+12125550123',
	'+49 30 123456',
	'004930123456',
	'+919810012345',
	'+79161234567',
	'5215512345678',
	'+525512345678',
	'555-0111',
	'2026-05-31',
	'n/a',
	'',
];

/** Returns what is the same for all spellings of a person; undefined if nobody can be called. */
function toPerson(written: unknown): string | undefined {
	const number = parsePhoneNumber(String(written), { defaultCountryCode: DEFAULT_COUNTRY_CODE });
	return number.ok ? comparableNumber(number.value) : undefined;
}

const list = fc.array(fc.record({ phone_number: fc.constantFrom(...NUMBERS) }), { maxLength: 12 });

afterEach(() => jest.restoreAllMocks());

it('has every recipient in one list of the output, and nobody in two', async () => {
	await fc.assert(
		fc.asyncProperty(
			list,
			fc.constantFrom('', NUMBERS.slice(0, 2), ['+49 30 123456', '5215512345678']),
			fc.constantFrom('anyTime', 'between'),
			fc.integer({ min: 0, max: 23 }),
			fc.boolean(),
			async (people, doNotCall, callHours, hour, previewOnly) => {
				jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 4, 31, hour));
				const plan = await planned('batchCall:create', {
					callerId: '+14155550100',
					recipientsFrom: 'json',
					recipientsJson: people,
					defaultCountryCode: DEFAULT_COUNTRY_CODE,
					options: { invalidNumbers: 'skip' },
					...{ doNotCall, callHours, previewOnly },
				} as IDataObject);
				const output = await outputOfPlan(plan);
				const called = plan.request.body.recipients as IDataObject[];
				const skipped = output.skipped_recipients as IDataObject[];
				const positions = new Set(skipped.map(({ position }) => position));
				const calledPeople = called.map(({ phone_number: number }) => toPerson(number));
				const skippedPeople = skipped.flatMap(({ phone_number: number }) => toPerson(number) ?? []);
				for (const [index, { phone_number: written }] of people.entries()) {
					const isListed = [...calledPeople, ...skippedPeople].includes(toPerson(written));
					expect([written, positions.has(index + 1) || isListed]).toEqual([written, true]);
				}
				expect(new Set([...calledPeople, ...skippedPeople]).size).toBe(
					calledPeople.length + skippedPeople.length,
				);
				expect(called.length + skipped.length + Number(output.duplicates_removed)).toBe(people.length);
			},
		),
		{ numRuns: 300 },
	);
});
