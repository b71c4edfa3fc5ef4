import { Argument, Command, Option } from 'commander';
import { integerBetween } from './arguments.ts';
import { remoteCommand } from './command.ts';
import { describePublished, type Published } from './published.ts';
import { queryOf } from './remote.ts';
import { table } from './table.ts';

interface Session {
	id: string;
	visitor_name: string | null;
	status: string;
	messages: Array<{ from: string; text: string; at: string }>;
	last_active_at: string;
	end_reason: string | null;
}
type Ended = Published & { session: Session };

const id = new Argument('<id>', 'of the chat');
const visitor = new Option('--visitor <name>', 'who chats');

/** `chat-sessions`: chats on the account's website. */
export function chatSessionsCommand(): Command {
	return new Command('chat-sessions')
		.description('open chats on the website, write in them and close them')
		.addCommand(
			remoteCommand<{ limit?: number }, { chat_sessions: Session[] }>({
				name: 'list',
				description: 'list chats, newest first',
				options: [
					new Option('--limit <number>', 'how many at most').argParser(integerBetween(1, 1000)).default(20),
				],
				call: (remote, { limit }) => remote.call('GET', `/chat-sessions${queryOf({ limit })}`),
				print: (answer) =>
					table(answer.chat_sessions, [
						['id', (session) => session.id],
						['visitor', (session) => session.visitor_name],
						['status', ({ status }) => status],
						['ended by', (session) => session.end_reason],
						['messages', ({ messages }) => messages.length],
						['last active', (session) => session.last_active_at],
					]),
			}),
		)
		.addCommand(
			remoteCommand<{ visitor?: string }, Session>({
				name: 'open',
				description: 'open a chat; it ends when it is closed or after 30 minutes without a message',
				options: [visitor],
				call: (remote, options) => remote.call('POST', '/chat-sessions', { visitor_name: options.visitor }),
				print: (session) => `Chat ${session.id} is open.`,
			}),
		)
		.addCommand(
			remoteCommand<{ from?: string }, Session>({
				name: 'write',
				description: 'write in a chat',
				arguments: [id, new Argument('[text]', 'what is written')],
				options: [new Option('--from <side>', 'who writes').choices(['visitor', 'agent']).default('visitor')],
				call: (remote, { from }, chat = '', text) =>
					remote.call('POST', `/chat-sessions/${encodeURIComponent(chat)}/messages`, { from, text }),
				print: ({ messages }) => messages.map((line) => `${line.from}: ${line.text}`).join('\n'),
			}),
		)
		.addCommand(
			remoteCommand<object, Ended>({
				name: 'close',
				description: 'have the visitor close a chat',
				arguments: [id],
				call: (remote, _options, chat = '') =>
					remote.call('POST', `/chat-sessions/${encodeURIComponent(chat)}/close`),
				print: describeEnd,
			}),
		);
}

/** `chat-session-completed`: a whole chat at once. */
export function chatSessionCompletedCommand(): Command {
	return remoteCommand<{ visitor?: string }, Ended>({
		name: 'chat-session-completed',
		description: 'make a short chat on the website happen and end',
		options: [visitor],
		call: (remote, options) =>
			remote.call('POST', '/events/chat.session.completed', { visitor_name: options.visitor }),
		print: describeEnd,
	});
}

function describeEnd({ session, ...published }: Ended): string {
	return `Chat ${session.id} has ended.\n${describePublished(published)}`;
}
