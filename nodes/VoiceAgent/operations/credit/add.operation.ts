import { CREDIT_AMOUNT } from '../../../shared/wire/limits';
import type { Item } from '../../parameters/parameters';
import type { Operation } from '../define';
import { quoted, InvalidParameterError } from '../../parameters/invalidParameterError';

/** billing-add-credits (interface section 4). */
export const add: Operation = {
	value: 'add',
	name: 'Add',
	action: 'Create top-up link',
	participle: 'carried out',
	description: 'Create a payment link for credits. Nothing is paid until someone pays there.',
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
	retry: {
		safe: false,
		ifUnknown:
			'A purchase that was started without your getting its link can be left alone: nothing is paid without it.',
	},
	answer: { kind: 'record', recordFields: ['url', 'sessionId'] },
	plan: (item) => ({
		request: {
			method: 'POST',
			path: item.connection.checkoutFunction,
			body: {
				amount: amountOf(item),
				success_url: item.url('successUrl'),
				cancel_url: item.url('cancelUrl'),
			},
		},
	}),
};

const PRESETS = ['small', 'medium', 'large'];

/** The service takes the amount as text (section 4). An expression may give a number where the menu gives a preset. */
function amountOf(item: Item): string {
	const chosen = item.text('amount');
	if (PRESETS.includes(chosen)) return chosen;
	const name = chosen === 'custom' ? 'customAmount' : 'amount';
	const typed = item.text(name);
	// Amounts finer than a cent are not rounded: somebody has to say which way.
	const amount = /^\d+(\.\d{1,2}0*)?$/.test(typed) ? Number(typed) : NaN;
	if (amount >= CREDIT_AMOUNT.least && amount <= CREDIT_AMOUNT.most) return String(amount);
	throw new InvalidParameterError(
		typed === ''
			? `${item.label(name)} is empty`
			: `${item.label(name)} ${quoted(typed)} is not an amount that can be bought`,
		`Enter a number from ${CREDIT_AMOUNT.least} to ${CREDIT_AMOUNT.most} with at most two decimals, or choose small, medium or large.`,
	);
}
