import { html } from 'htm/preact';
import { button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { actionsColumn } from '../parts/table.js';
import { call } from '../state/api.js';
import { batches } from './batches.js';
import { calls } from './calls.js';
import { chatApp } from './chat-app.js';
import { chats } from './chats.js';
import { contacts } from './contacts.js';
import { deadLetters } from './dead-letters.js';
import { deliveries } from './deliveries.js';
import { functionCalls } from './function-calls.js';
import { messages } from './messages.js';
import { requests } from './requests.js';
import { scriptedReplies } from './scripted-replies.js';

/** @import { ListCall, Skill } from '../../src/client/records.ts' */
/** @import { RecordKind } from './records.js' */

const SEARCH = [{ name: 'search', label: 'Search' }];

/** Switches a skill on or off. @param {Skill} skill */
function switchButton({ id, name, is_enabled: on }) {
	const change = () => call('PATCH', `/skills/${id}`, { is_enabled: !on });
	const verb = on ? 'Switch off' : 'Switch on';
	return button(on ? 'pause' : 'play', verb, change, { of: name });
}

/**
 * The kinds of records of the account, by section. Each has a table, and a page for each record.
 * @satisfies {Record<string, { [Path in ListCall]: RecordKind<Path> }[ListCall]>}
 */
export const RECORD_KINDS = {
	batches,
	calls,
	'chat-app': chatApp,
	chats,
	contacts,
	'dead-letters': deadLetters,
	deliveries,
	'function-calls': functionCalls,
	messages,
	requests,
	'scripted-replies': scriptedReplies,
	agents: {
		title: 'Agents',
		lead: 'The AI agents of the account.',
		path: '/agents',
		columns: ['agent_type', 'language', 'llm_model', 'is_active', 'updated_at', 'id'],
		empty: 'No agents yet.',
		filters: SEARCH,
	},
	skills: {
		title: 'Skills',
		lead: 'What agents do by themselves. The Skill operations in n8n take the ID.',
		path: '/skills',
		columns: ['agent_id', 'is_enabled', 'trigger_type', 'outcome', 'id', actionsColumn(switchButton)],
		empty: 'No skills yet.',
		filters: SEARCH,
		actionsOf: switchButton,
	},
	'skill-runs': {
		title: 'Skill runs',
		lead: 'Runs of skills, newest first. Dry runs are not kept.',
		name: 'Run',
		nameOf: (run) => run.result.summary,
		path: '/skill-executions',
		columns: ['status', 'agent_skill_id', 'created_at', 'id'],
		empty: 'No runs yet. A skill runs when its event happens, when it is due, or by Skill > Execute in n8n.',
	},
	memories: {
		title: 'Memories',
		lead: 'What the agents remember of each caller.',
		name: 'Caller',
		nameOf: (memory) => memory.phone_number,
		path: '/memories',
		columns: ['summary', 'key_topics', 'last_updated', 'id'],
		empty: 'No memories yet.',
		filters: SEARCH,
	},
	functions: {
		title: 'Custom functions',
		lead: 'What the agents can call during a conversation.',
		path: '/custom-functions',
		columns: ['agent_id', 'http_method', 'endpoint_url', 'is_active', 'id'],
		empty: 'No custom functions yet. Create one with Custom Function > Create in n8n.',
		filters: SEARCH,
	},
	knowledge: {
		title: 'Knowledge sources',
		lead: 'What the agents look things up in.',
		name: 'Title',
		nameOf: (source) => source.title,
		path: '/knowledge-sources',
		columns: ['url', 'sync_status', 'chunk_count', 'agent_id', 'id'],
		empty: 'No knowledge sources yet.',
		filters: SEARCH,
	},
	voices: {
		title: 'Voices',
		lead: 'Cloned voices. Each sample for Voice > Clone needs at least 30 seconds.',
		path: '/voices',
		columns: ['description', 'created_at', 'id'],
		empty: 'No voices yet. Download the recording and clone a voice from it in n8n.',
		actions: html`<a role="button" href="/sandbox/v1/recording" download="recording.wav"
			><${Icon} name="download" /> Download a 30-second recording</a
		>`,
	},
	numbers: {
		title: 'Phone numbers',
		lead: 'The service numbers of the account, and the agents that answer on them.',
		name: 'Number',
		nameOf: (number) => html`<span class="nowrap">${number.phone_number}</span>`,
		path: '/numbers',
		columns: ['friendly_name', 'capabilities', 'agent_id', 'text_agent_id', 'is_active', 'id'],
		empty: 'No phone numbers yet.',
		filters: SEARCH,
	},
};
