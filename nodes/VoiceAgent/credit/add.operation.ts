import type { ParameterGroup } from '../../parameters/parameterGroup';
import { defineOperation, recordOutput } from '../operation';
import { post } from '../../service/request';
import { quote, InvalidParameterError } from '../../parameters/invalidParameterError';
import { toAsciiDigits } from '../../text/strings';

/** The bounds of an amount that is none of the presets, in USD. */
const CUSTOM_AMOUNT_LIMITS = { min: 10, max: 1000 } as const;

/** Calls billing-add-credits. */
export const createTopUpLink = defineOperation({
	value: 'add',
	name: 'Create Top-Up Link',
	action: 'Create top-up link',
	pastTense: 'carried out',
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
			typeOptions: {
				minValue: CUSTOM_AMOUNT_LIMITS.min,
				maxValue: CUSTOM_AMOUNT_LIMITS.max,
				numberPrecision: 2,
			},
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
			hint: 'Where the browser goes after the payment. Without a page for it, enter your website.',
		},
		{
			displayName: 'Cancel URL',
			name: 'cancelUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/billing',
			description: 'Where to redirect if the payment is canceled',
			hint: 'Where the browser goes if the payment is canceled. Without a page for it, enter your website.',
		},
	],
	timeout: 'slow',
	idempotent: false,
	adviceWhenUnknown: 'If you did not get the link, leave the purchase alone: nothing is paid without it.',
	output: recordOutput({ recordFields: ['url', 'sessionId'] }),
	request: ({ parameters, connection }) =>
		post(connection.checkoutFunction, {
			amount: readCreditAmount(parameters),
			success_url: parameters.url('successUrl'),
			cancel_url: parameters.url('cancelUrl'),
		}),
});

const PRESETS = ['small', 'medium', 'large'];

/**
 * Returns the amount as text, as the service takes it. An expression may give a
 * number instead of a preset.
 * @throws InvalidParameterError for an amount that cannot be bought.
 */
function readCreditAmount(parameters: ParameterGroup): string {
	const chosen = parameters.requireText('amount');
	if (PRESETS.includes(chosen)) return chosen;
	const name = chosen === 'custom' ? 'customAmount' : 'amount';
	const typed = toAsciiDigits(parameters.requireText(name));
	// An amount finer than a cent is refused: rounding it either way might be wrong.
	const amount = /^\d+(\.\d{1,2}0*)?$/.test(typed) ? Number(typed) : NaN;
	if (amount >= CUSTOM_AMOUNT_LIMITS.min && amount <= CUSTOM_AMOUNT_LIMITS.max) return String(amount);
	throw new InvalidParameterError(
		typed === ''
			? `${parameters.label(name)} is empty`
			: `${parameters.label(name)} ${quote(typed)} is not an amount you can buy`,
		`Enter a number from ${CUSTOM_AMOUNT_LIMITS.min} to ${CUSTOM_AMOUNT_LIMITS.max} with at most two decimals, or choose small, medium or large.`,
	);
}
