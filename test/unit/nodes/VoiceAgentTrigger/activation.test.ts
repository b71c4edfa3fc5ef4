import { findActivationProblem, reachabilityWarning } from '../../../../nodes/VoiceAgentTrigger/activation';

const credential = {
	baseUrl: 'https://api.voice.example',
	signingSecret: 'whsec_0123456789',
	chatAppToken: 'a-token-of-some-length',
};
const url = 'https://n8n.example/webhook/1/webhook';

describe('findActivationProblem', () => {
	it('lets a complete set-up through', () => {
		expect(findActivationProblem(['sms.received', 'chatapp.received'], credential, url)).toBeUndefined();
	});

	it.each(['', ' ', 'whsec_', 'WHSEC_', '\u200b'.repeat(20)])(
		'asks for a signing secret when there is %j',
		(signingSecret) => {
			expect(findActivationProblem(['sms.sent'], { ...credential, signingSecret }, url)).toMatch(
				/Signing Secret.*paste/,
			);
		},
	);

	it('needs no signing secret for unsigned events alone, but the token', () => {
		const bare = { baseUrl: credential.baseUrl };
		expect(
			findActivationProblem(['chatapp.received'], { ...bare, chatAppToken: credential.chatAppToken }, url),
		).toBeUndefined();
		const problem = findActivationProblem(['chatapp.received'], bare, url);
		expect(problem).toMatch(/Chat App Token.*\?token=YOUR_TOKEN, with that text in place/);
		expect(problem).not.toMatch(/[<>]/);
	});

	it('asks for a previous signing secret that could not be guessed, or none', () => {
		const previous = (previousSigningSecret: string) =>
			findActivationProblem(['sms.sent'], { ...credential, previousSigningSecret }, url);
		expect(previous('WHSEC_')).toMatch(/Previous Signing Secret.*shorter.*empty the field/);
		expect(previous(' ')).toBeUndefined();
	});

	it.each(['short', 'a token with blanks in it'])('asks for another token when it is %j', (chatAppToken) => {
		expect(findActivationProblem(['chatapp.received'], { ...credential, chatAppToken }, url)).toMatch(
			/Chat App Token.*at least 16/,
		);
	});
});

describe('reachabilityWarning', () => {
	it.each([
		'http://localhost:5678/webhook/1/webhook',
		'http://127.0.0.1:5678/w',
		'http://192.168.1.9:5678/w',
		'http://[::1]:5678/w',
		'http://[FE80::1]:5678/w',
		'http://[fd12:3456:789a::1]/w',
		'http://n8n:5678/w',
		'http://box.local/w',
	])('warns that a public service may not reach %s', (webhookUrl) => {
		expect(reachabilityWarning(credential, webhookUrl)).toMatch(/N8N_WEBHOOK_URL/);
		expect(findActivationProblem(['sms.sent'], credential, webhookUrl)).toBeUndefined();
	});

	it.each(['http://172.32.0.1/w', 'https://10.example.com/w', 'http://[2001:db8::fe80]/w', url])(
		'takes %s for reachable',
		(webhookUrl) => {
			expect(reachabilityWarning(credential, webhookUrl)).toBeUndefined();
		},
	);

	it('does not take a service without an address for a local one', () => {
		const unset = { ...credential, baseUrl: '' };
		expect(reachabilityWarning(unset, 'http://localhost:5678/w')).toMatch(/N8N_WEBHOOK_URL/);
	});

	it('says nothing of a local webhook URL for a local service', () => {
		const local = { ...credential, baseUrl: 'http://127.0.0.1:4010' };
		expect(reachabilityWarning(local, 'http://localhost:5678/w')).toBeUndefined();
	});
});
