package report

// Field numbers of the Perfetto messages that the exporter writes, with their names in the public schema,
// protos/perfetto/trace/perfetto_trace.proto. A trace is a repeated field 1 of packets.
const (
	tracePacket = 1 // Trace.packet

	// TracePacket
	packetSnapshot  = 6  // clock_snapshot
	packetTimestamp = 8  // timestamp
	packetSequence  = 10 // trusted_packet_sequence_id
	packetEvent     = 11 // track_event
	packetInterned  = 12 // interned_data
	packetFlags     = 13 // sequence_flags
	packetClock     = 58 // timestamp_clock_id, also of TracePacketDefaults
	packetDefaults  = 59 // trace_packet_defaults
	packetTrack     = 60 // track_descriptor

	defaultsEvent  = 11 // TracePacketDefaults.track_event_defaults
	snapshotClocks = 1  // ClockSnapshot.clocks

	// ClockSnapshot.Clock
	clockID          = 1 // clock_id
	clockTime        = 2 // timestamp
	clockIncremental = 3 // is_incremental

	// TrackEvent; TrackEventDefaults has track_uuid with the same number
	eventCategoryID = 3  // category_iids
	eventNotes      = 4  // debug_annotations
	eventType       = 9  // type
	eventNameID     = 10 // name_iid
	eventTrack      = 11 // track_uuid
	eventCategory   = 22 // categories
	eventName       = 23 // name
	eventCounter    = 30 // counter_value

	// TrackDescriptor
	trackID      = 1 // uuid
	trackName    = 2 // name
	trackProcess = 3 // process
	trackThread  = 4 // thread
	trackParent  = 5 // parent_uuid
	trackCounter = 8 // counter

	processPID  = 1 // ProcessDescriptor.pid
	processName = 6 // ProcessDescriptor.process_name
	threadPID   = 1 // ThreadDescriptor.pid
	threadTID   = 2 // ThreadDescriptor.tid
	threadName  = 5 // ThreadDescriptor.thread_name
	counterUnit = 3 // CounterDescriptor.unit

	// InternedData; the entries of all have iid and a text
	internedCategories = 1  // event_categories
	internedNames      = 2  // event_names
	internedNotes      = 3  // debug_annotation_names
	internedValues     = 29 // debug_annotation_string_values
	internedID         = 1  // iid
	internedText       = 2  // name; str of InternedString

	// DebugAnnotation
	noteNameID = 1  // name_iid
	noteNumber = 4  // int_value
	noteText   = 6  // string_value
	noteName   = 10 // name
	noteTextID = 17 // string_value_iid
)

// eventKind is the type of an event, TrackEvent.Type.
type eventKind uint64

const (
	sliceBegin eventKind = 1 // TYPE_SLICE_BEGIN
	sliceEnd   eventKind = 2 // TYPE_SLICE_END
	instant    eventKind = 3 // TYPE_INSTANT
	counter    eventKind = 4 // TYPE_COUNTER
)

// Flags of a packet: the first packet of a sequence clears the state on which the others depend.
const (
	flagCleared    = 1 // SEQ_INCREMENTAL_STATE_CLEARED
	flagNeedsState = 2 // SEQ_NEEDS_INCREMENTAL_STATE
)

// Clocks.
const (
	clockBoottime = 6  // BUILTIN_CLOCK_BOOTTIME, the default clock of a trace
	clockOwn      = 64 // the first ID of clocks of a sequence
)

// Units of counters, CounterDescriptor.Unit.
const (
	unitTime  = 1 // UNIT_TIME_NS
	unitCount = 2 // UNIT_COUNT
	unitBytes = 3 // UNIT_SIZE_BYTES
)
