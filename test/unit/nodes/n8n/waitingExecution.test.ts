import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { findResumeBaseUrl } from '../../../../nodes/n8n/resumeUrl';
import { requireResumeSignature } from '../../../../nodes/n8n/waitingExecution';

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
