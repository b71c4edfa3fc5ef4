import { CREDIT_AMOUNT } from '../../../shared/wire/limits';
import type { ItemInput } from '../../execution/itemInput';
import type { Operation } from '../../execution/operation';

/** billing-add-credits (interface section 4). */
export const add: Operation = {
	value: 'add',
	name: 'Add',
	action: 'Add credits to the account',
	description:
		'Start a purchase of credits. It returns a link: nothing is paid until somebody completes the payment there.',
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
			description: 'From 10 to 1000 USD',
		},
		{
			displayName: 'Success URL',
			name: 'successUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/thank-you',
			description: 'Where the person is led after paying',
		},
		{
			displayName: 'Cancel URL',
			name: 'cancelUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/billing',
			description: 'Where the person is led after cancelling',
		},
	],
	timeout: 'provider',
	repeatable: false,
	howToFindOut:
		'A purchase that was started without your getting its link can be left alone: nothing is paid without it.',
	request: (input) => ({
		method: 'POST',
		path: input.service.checkoutFunction,
		body: {
			amount: amountOf(input),
			success_url: webAddress(input, 'successUrl', 'Success URL'),
			cancel_url: webAddress(input, 'cancelUrl', 'Cancel URL'),
		},
	}),
};

const PRESETS = ['small', 'medium', 'large'];

/** The service takes the amount as text (section 4). An expression may give a number where the menu gives a preset. */
function amountOf(input: ItemInput): string {
	const chosen = input.text('amount');
	if (PRESETS.includes(chosen)) return chosen;
	const amount = Number(chosen === 'custom' ? input.value('customAmount') : chosen);
	if (amount >= CREDIT_AMOUNT.least && amount <= CREDIT_AMOUNT.most)
		return String(Math.round(amount * 100) / 100);
	throw input.refusal(
		'The amount is out of range',
		`Enter a number from ${CREDIT_AMOUNT.least} to ${CREDIT_AMOUNT.most}, or choose small, medium or large.`,
	);
}

function webAddress(input: ItemInput, name: string, label: string): string {
	const advice = 'Enter a full address, e.g. https://example.com/thank-you.';
	const address = input.required(name, label, advice);
	if (/^https?:\/\/[^\s/]+/i.test(address)) return address;
	throw input.refusal(`${label} "${address}" is not a web address`, advice);
}
