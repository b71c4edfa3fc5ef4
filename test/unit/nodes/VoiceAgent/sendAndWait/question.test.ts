import type { INode } from 'n8n-workflow';

import { createReference } from '../../../../../nodes/VoiceAgent/sendAndWait/question';

const question = { questionId: '0123456789abcdef0123456789abcdef', followUpCount: 0 };
const signature = 'a'.repeat(64);
/** In the form of a JSON Web Token. */
const TOKEN = `${'eyJh'.repeat(9)}.${'Ab-_'.repeat(30)}.${'c'.repeat(43)}`;

type Sign = (parameters?: Record<string, string>) => string;

const contextWith = (getSignedResumeUrl?: Sign, nodeId = 'node-1') => ({
	getNode: () => ({ id: nodeId, name: 'Ask' }) as INode,
	evaluateExpression: () => 'https://n8n.example.com/webhook-waiting/7',
	...(getSignedResumeUrl && { getSignedResumeUrl }),
});

const signing =
	(nodeId: string): Sign =>
	(parameters = {}) =>
		`https://n8n.example.com/webhook-waiting/7/${nodeId}?${new URLSearchParams({ ...parameters, signature }).toString()}`;

describe('the reference that a question carries', () => {
	it('is the end of the signed resume URL, without its address', () => {
		expect(createReference(contextWith(signing('node-1')), question)).toBe(
			`7/node-1?question=${question.questionId}&repeated=0&signature=${signature}`,
		);
	});

	it('is refused by an n8n that cannot sign, with the version that can', () => {
		expect(() => createReference(contextWith(), question)).toThrow(
			expect.objectContaining({
				message: 'This version of n8n cannot wait for a signed reply',
				description: expect.stringContaining('1.123') as string,
			}),
		);
	});

	it('is refused for a node whose ID would lead elsewhere', () => {
		expect(() => createReference(contextWith(signing('..%2Fnode'), '../node'), question)).toThrow(
			/cannot be part of a reply/,
		);
	});

	it("is that of n8n's engine v2, with a token and a path of its own", () => {
		const address = `0b5e7c1a-9d42-4f60-8a3b-1c2d3e4f5a6b/signed?token=${TOKEN}&`;
		const sign: Sign = (parameters) =>
			`https://n8n.example.com/webhook-waiting/${address}${new URLSearchParams(parameters).toString()}`;
		expect(createReference(contextWith(sign), question)).toBe(
			`${address}question=${question.questionId}&repeated=0`,
		);
	});

	it('is refused for a resume URL at another address, of which no reply would be accepted', () => {
		const sign: Sign = (parameters = {}) =>
			`https://n8n.example.com/form-waiting/7/node-1?${new URLSearchParams({ ...parameters, signature }).toString()}`;
		expect(() => createReference(contextWith(sign), question)).toThrow(/at an address of an unknown form/);
	});
});
