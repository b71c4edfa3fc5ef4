import { Argument, Command, Option } from 'commander';
import { EXECUTION_STATUSES } from '../skills/statuses.ts';
import { integerBetween } from './arguments.ts';
import { remoteCommand } from './command.ts';
import { queryOf } from './remote.ts';
import { table } from './table.ts';

interface Account {
	user_id: string;
	email: string;
	password: string;
	anon_key: string;
}
interface NumberOptions {
	name?: string;
	agent?: string;
	textAgent?: string;
	inactive?: boolean;
}
interface Memory {
	id: string;
	phone_number: string;
	summary: string;
	last_updated: string;
}
interface KnowledgeSource {
	id: string;
	agent_id: string;
	title: string;
	chunk_count: number;
}
interface CustomFunction {
	id: string;
	agent_id: string;
	name: string;
	is_active: boolean;
}
interface Skill {
	id: string;
	name: string;
	trigger_type: string;
	is_enabled: boolean;
	outcome: string;
	delivery_channels: Array<{ channel: string; channel_name: string }>;
}
interface Execution {
	id: string;
	agent_skill_id: string;
	status: string;
	created_at: string;
	deliveries: Array<{ to: string; status: string }>;
}

/** Commands about what the account holds and no endpoint of the interface lists. */
export function accountCommands(): Command[] {
	return [
		remoteCommand<object, Account>({
			name: 'account',
			description: "show the log-in of the account's user, for session tokens",
			call: (remote) => remote.call('GET', '/account'),
			print: (account) =>
				[
					`E-mail:   ${account.email}`,
					`Password: ${account.password}`,
					`Anon key: ${account.anon_key}`,
					`User id:  ${account.user_id}`,
				].join('\n'),
		}),
		remoteCommand<NumberOptions, { phone_number: string; friendly_name: string }>({
			name: 'add-number',
			description: 'provision a service number',
			arguments: [new Argument('<number>', 'E.164, e.g. +14155550102')],
			options: [
				new Option('--name <text>', 'its friendly name'),
				new Option('--agent <id>', 'the agent that answers calls'),
				new Option('--text-agent <id>', 'the agent that answers texts'),
				new Option('--inactive', 'switched off'),
			],
			call: (remote, options, number) =>
				remote.call('POST', '/numbers', {
					phone_number: number,
					friendly_name: options.name,
					agent_id: options.agent,
					text_agent_id: options.textAgent,
					is_active: !options.inactive,
				}),
			print: (number) => `${number.phone_number} (${number.friendly_name}) is a number of the account.`,
		}),
		remoteCommand<object, { memories: Memory[] }>({
			name: 'memories',
			description: 'list what is remembered of callers',
			call: (remote) => remote.call('GET', '/memories'),
			print: ({ memories }) =>
				table(memories, [
					['id', ({ id }) => id],
					['caller', (memory) => memory.phone_number],
					['updated', (memory) => memory.last_updated],
					['summary', ({ summary }) => summary],
				]),
		}),
		remoteCommand<object, { knowledge_sources: KnowledgeSource[] }>({
			name: 'knowledge-sources',
			description: "list the agents' knowledge sources",
			call: (remote) => remote.call('GET', '/knowledge-sources'),
			print: (answer) =>
				table(answer.knowledge_sources, [
					['id', ({ id }) => id],
					['title', ({ title }) => title],
					['chunks', (source) => source.chunk_count],
					['agent', (source) => source.agent_id],
				]),
		}),
		remoteCommand<object, { custom_functions: CustomFunction[] }>({
			name: 'custom-functions',
			description: "list the agents' custom functions",
			call: (remote) => remote.call('GET', '/custom-functions'),
			print: (answer) =>
				table(answer.custom_functions, [
					['id', ({ id }) => id],
					['name', ({ name }) => name],
					['active', (made) => made.is_active],
					['agent', (made) => made.agent_id],
				]),
		}),
		skillsCommand(),
	];
}

function skillsCommand(): Command {
	return new Command('skills')
		.description('list skills and their runs, and set how runs end')
		.addCommand(
			remoteCommand<object, { skills: Skill[] }>({
				name: 'list',
				description: 'list skills',
				call: (remote) => remote.call('GET', '/skills'),
				print: ({ skills }) => printSkills(skills),
			}),
		)
		.addCommand(
			remoteCommand<object, Skill>({
				name: 'outcome',
				description: 'set how real runs of a skill end from now on',
				arguments: [
					new Argument('<id>', 'of the skill'),
					new Argument('<status>', 'how they end').choices(EXECUTION_STATUSES),
				],
				call: (remote, _options, id = '', outcome = '') =>
					remote.call('PATCH', `/skills/${encodeURIComponent(id)}`, { outcome }),
				print: (skill) => printSkills([skill]),
			}),
		)
		.addCommand(
			remoteCommand<{ limit?: number }, { executions: Execution[] }>({
				name: 'executions',
				description: 'list real runs, newest first',
				options: [
					new Option('--limit <number>', 'how many at most').argParser(integerBetween(1, 1000)).default(20),
				],
				call: (remote, { limit }) => remote.call('GET', `/skill-executions${queryOf({ limit })}`),
				print: ({ executions }) =>
					table(executions, [
						['run', (execution) => execution.created_at],
						['status', ({ status }) => status],
						[
							'deliveries',
							({ deliveries }) => deliveries.map(({ to, status }) => `${to} ${status}`).join(', '),
						],
						['skill', (execution) => execution.agent_skill_id],
						['id', ({ id }) => id],
					]),
			}),
		);
}

function printSkills(skills: readonly Skill[]): string {
	return table(skills, [
		['id', ({ id }) => id],
		['name', ({ name }) => name],
		['trigger', (skill) => skill.trigger_type],
		['enabled', (skill) => skill.is_enabled],
		['runs end', ({ outcome }) => outcome],
		[
			'delivers to',
			(skill) => skill.delivery_channels.map((channel) => channel.channel_name).join(', ') || 'nobody',
		],
	]);
}
