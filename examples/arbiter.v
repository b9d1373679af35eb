// Grants one of two requests at a time, each in its turn.
module arbiter (
    input clk,
    input req0,
    input req1,
    output reg gnt0,
    output reg gnt1
);
    reg last = 0;

    initial gnt0 = 0;
    initial gnt1 = 0;

    always @(posedge clk) begin
        gnt0 <= req0 && !(req1 && last == 0);
        gnt1 <= req1 && !(req0 && last == 1);
        if (req0 && req1)
            last <= !last;
    end
endmodule
