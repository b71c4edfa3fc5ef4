import type { INode } from 'n8n-workflow';

import { referenceTo } from '../../../../../../../nodes/VoiceAgent/operations/message/sendAndWait/reference';

const question = { question: '0123456789abcdef0123456789abcdef', repeated: 0 };
const signature = 'a'.repeat(64);

const contextWith = (getSignedResumeUrl?: (parameters?: Record<string, string>) => string) => ({
	getNode: () => ({ id: 'node-1', name: 'Ask' }) as INode,
	...(getSignedResumeUrl && { getSignedResumeUrl }),
});

const signing =
	(nodeId: string) =>
	(parameters: Record<string, string> = {}): string =>
		`https://n8n.example.com/webhook-waiting/7/${nodeId}?${new URLSearchParams({ ...parameters, signature }).toString()}`;

describe('the reference that a question carries', () => {
	it('is the end of the signed resume URL, without its address', () => {
		expect(referenceTo(contextWith(signing('node-1')), question)).toBe(
			`7/node-1?question=${question.question}&repeated=0&signature=${signature}`,
		);
	});

	it('is refused by an n8n that cannot sign, with the version that can', () => {
		expect(() => referenceTo(contextWith(), question)).toThrow(
			expect.objectContaining({
				message: 'This version of n8n cannot wait for a signed reply',
				advice: expect.stringContaining('1.123') as string,
			}),
		);
	});

	it('is refused for a node whose ID would lead elsewhere', () => {
		expect(() => referenceTo(contextWith(signing('..%2Fnode')), question)).toThrow(
			/cannot be part of a reply/,
		);
	});
});
