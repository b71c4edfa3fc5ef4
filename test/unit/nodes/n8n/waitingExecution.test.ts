import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import {
	findResumeBaseUrl,
	parseResumeAnswer,
	requireResumeSignature,
} from '../../../../nodes/n8n/waitingExecution';

const REFERENCE = '231/node-1?question=1&signature=2';

const read = (statusCode: number, body: unknown, headers = {}) =>
	parseResumeAnswer({ statusCode, body, headers }, REFERENCE);

/** An error of n8n's, as its webhook server writes it. */
const errorOf = (code: number, message: string) => JSON.stringify({ code, message });

const page = (title: string) =>
	`<!DOCTYPE html><html>\n<head><title>${title}</title></head>\n<body><a href="https://n8n.io/">n8n</a></body></html>`;

/** n8n's words, as they stand in its sources. */
it.each([
	['the waiting node', 200, '{"reply":"resumed"}', 'resumed'],
	['the waiting node', 200, { reply: 'asked again' }, 'asked again'],
	['the waiting node', 404, errorOf(404, 'The execution waits for another reply'), 'notWaiting'],
	['1.123 to 2.41', 404, errorOf(404, 'The execution "231" does not exist.'), 'notWaiting'],
	['1.123 to 2.41', 404, errorOf(404, 'Could not find node to process webhook.'), 'notWaiting'],
	[
		'1.123 to 2.41',
		404,
		errorOf(
			404,
			'The workflow for execution "231" does not contain a waiting webhook with a matching path/method.',
		),
		'notWaiting',
	],
	['1.123 to 2.41', 409, errorOf(409, 'The execution "231" has finished with error.'), 'notWaiting'],
	['1.123 to 2.41', 409, errorOf(409, 'The execution "231 has finished already.'), 'notWaiting'],
	['1.123 to 2.41', 409, errorOf(409, 'The execution "231" is running already.'), 'running'],
	['1.123 to 2.41', 200, page('No action required'), 'notWaiting'],
	['1.123 to 2.41', 401, '{"error":"Invalid token"}', 'notAccepted'],
	['2.20 to 2.41', 401, page('Invalid Form Link'), 'notAccepted'],
	['1.123 to 2.41', 500, errorOf(0, 'There was a problem executing the workflow'), 'notResumed'],
])('reads the answer of %s: %i %s', (_, status, text, answer) => {
	expect(read(status, text)).toBe(answer);
	// The same words with another status are not n8n's.
	expect(read(status + 1, text)).toBeUndefined();
});

it('reads that the execution has gone on to a form', () => {
	const location = `/form-waiting/${REFERENCE}`;
	expect(read(307, '', { location })).toBe('notWaiting');
	expect(read(307, '', { location: `https://elsewhere.example${location}` })).toBeUndefined();
	expect(read(307, '', { location: '/form-waiting/230' })).toBeUndefined();
	expect(read(302, '', { location })).toBeUndefined();
});

it.each([
	[200, ''],
	[200, '{"reply":"not clear"}'],
	[401, '<title>Invalid Form Link</title>'],
	[401, '[{"error":"Invalid token"}'],
	[401, '{"error":"Invalid token"} of a proxy'],
	[502, page('Bad Gateway')],
	[500, errorOf(0, 'No database')],
])('knows no answer of n8n in %i %j', (status, text) => {
	expect(read(status, text)).toBeUndefined();
});

describe('the address of the waiting webhook', () => {
	const baseUrlFrom = (evaluateExpression: () => unknown) =>
		findResumeBaseUrl({ evaluateExpression } as unknown as IWebhookFunctions);

	it.each([
		['https://n8n.example/webhook-waiting/231', 'https://n8n.example/webhook-waiting/'],
		[
			'https://n8n.example/a/path/webhook-waiting/231?signature=x/y',
			'https://n8n.example/a/path/webhook-waiting/',
		],
		['http://127.0.0.1:5678/webhook-waiting/__UNKNOWN__', 'http://127.0.0.1:5678/webhook-waiting/'],
	])('is that of %s without the execution', (resumeUrl, expected) => {
		expect(baseUrlFrom(() => resumeUrl)).toBe(expected);
	});

	it('is none where n8n names none', () => {
		expect(baseUrlFrom(() => undefined)).toBeUndefined();
		expect(
			baseUrlFrom(() => {
				throw new Error('no expressions');
			}),
		).toBeUndefined();
	});
});

it('asks for the verification of signatures where n8n has to be asked', () => {
	const setSignatureValidationRequired = jest.fn();
	requireResumeSignature({ setSignatureValidationRequired } as unknown as IExecuteFunctions);
	expect(setSignatureValidationRequired).toHaveBeenCalledTimes(1);
	expect(() => requireResumeSignature({} as IExecuteFunctions)).not.toThrow();
});
