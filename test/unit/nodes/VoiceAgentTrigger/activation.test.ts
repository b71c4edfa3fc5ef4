import { activationObstacle } from '../../../../nodes/VoiceAgentTrigger/activation';

const credential = { baseUrl: 'https://api.voice.example', signingSecret: 'whsec_a', chatAppToken: 't' };
const url = 'https://n8n.example/webhook/1/webhook';

describe('activationObstacle', () => {
	it('lets a complete set-up through', () => {
		expect(activationObstacle(['sms.received', 'chatapp.received'], credential, url)).toBeUndefined();
	});

	it.each(['', ' ', 'whsec_'])('asks for a signing secret when there is %j', (signingSecret) => {
		expect(activationObstacle(['sms.sent'], { ...credential, signingSecret }, url)).toMatch(
			/Signing Secret.*paste/,
		);
	});

	it('needs no signing secret for unsigned events alone, but the token', () => {
		const bare = { baseUrl: credential.baseUrl };
		expect(activationObstacle(['chatapp.received'], { ...bare, chatAppToken: 't' }, url)).toBeUndefined();
		expect(activationObstacle(['chatapp.received'], bare, url)).toMatch(/Chat App Token.*\?token=/);
	});

	it.each([
		'http://localhost:5678/webhook/1/webhook',
		'http://127.0.0.1:5678/w',
		'http://10.1.2.3/w',
		'http://172.20.0.2/w',
		'http://192.168.1.9:5678/w',
		'http://[::1]:5678/w',
		'http://n8n:5678/w',
		'http://box.local/w',
	])('tells that a public service cannot reach %s', (webhookUrl) => {
		expect(activationObstacle(['sms.sent'], credential, webhookUrl)).toMatch(/WEBHOOK_URL/);
	});

	it.each(['http://172.32.0.1/w', 'https://10.example.com/w', url])(
		'takes %s for reachable',
		(webhookUrl) => {
			expect(activationObstacle(['sms.sent'], credential, webhookUrl)).toBeUndefined();
		},
	);

	it('allows a local webhook URL for a local service', () => {
		const local = { ...credential, baseUrl: 'http://127.0.0.1:4010' };
		expect(activationObstacle(['sms.sent'], local, 'http://localhost:5678/w')).toBeUndefined();
	});

	it('asks for at least one event', () => {
		expect(activationObstacle([], credential, url)).toMatch(/Events/);
	});
});
