import protobuf from 'protobufjs';

import type { Signal } from '../../src/index.ts';

const common = `
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3;
    double double_value = 4; ArrayValue array_value = 5; KeyValueList kvlist_value = 6; bytes bytes_value = 7; } }
  message ArrayValue { repeated AnyValue values = 1; }
  message KeyValueList { repeated KeyValue values = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message InstrumentationScope { string name = 1; string version = 2; repeated KeyValue attributes = 3; }
  message Resource { repeated KeyValue attributes = 1; }`;

const traces = `
  message Traces { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message ScopeSpans { InstrumentationScope scope = 1; repeated Span spans = 2; }
  message Span { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4;
    string name = 5; int32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; uint32 dropped_attributes_count = 10; repeated Event events = 11;
    uint32 dropped_events_count = 12; repeated Link links = 13; uint32 dropped_links_count = 14; Status status = 15;
    fixed32 flags = 16; }
  message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3;
    uint32 dropped_attributes_count = 4; }
  message Link { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; repeated KeyValue attributes = 4;
    uint32 dropped_attributes_count = 5; fixed32 flags = 6; }
  message Status { string message = 2; int32 code = 3; }`;

const metrics = `
  message Metrics { repeated ResourceMetrics resource_metrics = 1; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message ScopeMetrics { InstrumentationScope scope = 1; repeated Metric metrics = 2; }
  message Metric { string name = 1; string description = 2; string unit = 3; oneof data { Gauge gauge = 5; Sum sum = 7;
    Histogram histogram = 9; ExponentialHistogram exponential_histogram = 10; Summary summary = 11; } }
  message Gauge { repeated NumberDataPoint data_points = 1; }
  message Sum { repeated NumberDataPoint data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
  message Histogram { repeated HistogramDataPoint data_points = 1; int32 aggregation_temporality = 2; }
  message ExponentialHistogram { repeated ExponentialHistogramDataPoint data_points = 1;
    int32 aggregation_temporality = 2; }
  message Summary { repeated SummaryDataPoint data_points = 1; }
  message NumberDataPoint { fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3;
    oneof value { double as_double = 4; sfixed64 as_int = 6; } repeated Exemplar exemplars = 5;
    repeated KeyValue attributes = 7; uint32 flags = 8; }
  message HistogramDataPoint { fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4;
    optional double sum = 5; repeated fixed64 bucket_counts = 6; repeated double explicit_bounds = 7;
    repeated Exemplar exemplars = 8; repeated KeyValue attributes = 9; uint32 flags = 10; optional double min = 11;
    optional double max = 12; }
  message ExponentialHistogramDataPoint { repeated KeyValue attributes = 1; fixed64 start_time_unix_nano = 2;
    fixed64 time_unix_nano = 3; fixed64 count = 4; optional double sum = 5; sint32 scale = 6; fixed64 zero_count = 7;
    Buckets positive = 8; Buckets negative = 9; uint32 flags = 10; repeated Exemplar exemplars = 11;
    optional double min = 12; optional double max = 13; double zero_threshold = 14; }
  message Buckets { sint32 offset = 1; repeated uint64 bucket_counts = 2; }
  message SummaryDataPoint { fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4;
    double sum = 5; repeated Quantile quantile_values = 6; repeated KeyValue attributes = 7; uint32 flags = 8; }
  message Quantile { double quantile = 1; double value = 2; }
  message Exemplar { fixed64 time_unix_nano = 2; oneof value { double as_double = 3; sfixed64 as_int = 6; }
    bytes span_id = 4; bytes trace_id = 5; repeated KeyValue filtered_attributes = 7; }`;

const logs = `
  message Logs { repeated ResourceLogs resource_logs = 1; }
  message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; }
  message ScopeLogs { InstrumentationScope scope = 1; repeated LogRecord log_records = 2; }
  message LogRecord { fixed64 time_unix_nano = 1; int32 severity_number = 2; string severity_text = 3;
    AnyValue body = 5; repeated KeyValue attributes = 6; uint32 dropped_attributes_count = 7; fixed32 flags = 8;
    bytes trace_id = 9; bytes span_id = 10; fixed64 observed_time_unix_nano = 11; string event_name = 12; }`;

const answers = `
  message ExportResponse { PartialSuccess partial_success = 1; }
  message PartialSuccess { int64 rejected = 1; string error_message = 2; }
  message RpcStatus { int32 code = 1; string message = 2; repeated Any details = 3; }
  message Any { string type_url = 1; bytes value = 2; }
  message RetryInfo { Duration retry_delay = 1; }
  message Duration { int64 seconds = 1; int32 nanos = 2; }`;

const { root } = protobuf.parse(['syntax = "proto3";', common, traces, metrics, logs, answers].join('\n'));
root.resolveAll();

/** The type of a message by name, as protobufjs understands it. */
export function oracleType(name: string): protobuf.Type {
  return root.lookupType(name);
}

/** The export request of each signal. */
export const requestTypes: Readonly<Record<Signal, protobuf.Type>> = {
  traces: oracleType('Traces'),
  metrics: oracleType('Metrics'),
  logs: oracleType('Logs'),
};

/** Encodes a plain object with protobufjs. */
export function encode(type: protobuf.Type, message: object): Buffer {
  return Buffer.from(type.encode(type.fromObject(message)).finish());
}

/** Decodes with protobufjs to a plain object without defaults. */
export function decode(type: protobuf.Type, bytes: Uint8Array): Record<string, unknown> {
  return type.toObject(type.decode(bytes), { longs: String });
}

/** Makes bytes the value of a length-delimited field. */
export function wrap(field: number, bytes: Uint8Array): Buffer {
  const writer = protobuf.Writer.create();
  return Buffer.from(
    writer
      .uint32((field << 3) | 2)
      .bytes(bytes)
      .finish(),
  );
}
