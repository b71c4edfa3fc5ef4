import { CREDIT_AMOUNT } from '../../../shared/wire/limits';
import type { ParameterGroup } from '../../../shared/parameters/parameterGroup';
import { defineOperation } from '../define';
import { post } from '../../../shared/client/serviceRequest';
import { record } from '../output';
import { quoted, InvalidParameterError } from '../../../shared/parameters/invalidParameterError';

/** billing-add-credits (interface section 4). */
export const addCredit = defineOperation({
	value: 'add',
	name: 'Create Top-Up Link',
	action: 'Create top-up link',
	participle: 'carried out',
	description: 'Create a link to pay for credits. Nothing is paid until the link is used.',
	properties: [
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'options',
			default: 'small',
			options: [
				{ name: 'Small (20 USD)', value: 'small' },
				{ name: 'Medium (50 USD)', value: 'medium' },
				{ name: 'Large (100 USD)', value: 'large' },
				{ name: 'Other Amount', value: 'custom' },
			],
			description: 'How many credits to buy',
		},
		{
			displayName: 'Amount in USD',
			name: 'customAmount',
			type: 'number',
			typeOptions: { minValue: CREDIT_AMOUNT.least, maxValue: CREDIT_AMOUNT.most, numberPrecision: 2 },
			default: 20,
			displayOptions: { show: { amount: ['custom'] } },
			description: 'How many credits to buy, in USD',
		},
		{
			displayName: 'Success URL',
			name: 'successUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/thank-you',
			description: 'Where to redirect after the payment',
		},
		{
			displayName: 'Cancel URL',
			name: 'cancelUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/billing',
			description: 'Where to redirect if the payment is canceled',
		},
	],
	timeout: 'provider',
	idempotent: false,
	ifOutcomeUnknown: 'If you did not get the link, leave the purchase alone: nothing is paid without it.',
	output: record({ recordFields: ['url', 'sessionId'] }),
	request: ({ parameters, connection }) =>
		post(connection.checkoutFunction, {
			amount: readCreditAmount(parameters),
			success_url: parameters.url('successUrl'),
			cancel_url: parameters.url('cancelUrl'),
		}),
});

const PRESETS = ['small', 'medium', 'large'];

/**
 * Returns the amount as text, as the service takes it (interface section 4). An
 * expression may give a number instead of a preset.
 * @throws InvalidParameterError for an amount that cannot be bought.
 */
function readCreditAmount(parameters: ParameterGroup): string {
	const chosen = parameters.givenText('amount');
	if (PRESETS.includes(chosen)) return chosen;
	const name = chosen === 'custom' ? 'customAmount' : 'amount';
	const typed = parameters.givenText(name);
	// An amount finer than a cent is refused: rounding it either way might be wrong.
	const amount = /^\d+(\.\d{1,2}0*)?$/.test(typed) ? Number(typed) : NaN;
	if (amount >= CREDIT_AMOUNT.least && amount <= CREDIT_AMOUNT.most) return String(amount);
	throw new InvalidParameterError(
		typed === ''
			? `${parameters.label(name)} is empty`
			: `${parameters.label(name)} ${quoted(typed)} is not an amount you can buy`,
		`Enter a number from ${CREDIT_AMOUNT.least} to ${CREDIT_AMOUNT.most} with at most two decimals, or choose small, medium or large.`,
	);
}
