// A queue of four bytes, with a mistake.
module fifo (
    input clk,
    input rst,
    input push,
    input pop,
    input [7:0] din,
    output [7:0] dout,
    output full,
    output empty
);
    reg [7:0] mem [0:3];
    reg [1:0] wp = 0, rp = 0;
    reg [2:0] count = 0;

    assign full = count == 4;
    assign empty = count == 0;
    assign dout = mem[rp];

    wire do_push = push && !full;
    wire do_pop = pop && !empty;

    always @(posedge clk) begin
        if (rst) begin
            wp <= 0;
            rp <= 0;
            count <= 0;
        end else begin
            if (do_push)
                mem[wp] <= din;
            if (push)
                wp <= wp + 1;
            if (do_pop)
                rp <= rp + 1;
            if (do_push && !do_pop)
                count <= count + 1;
            else if (do_pop && !do_push)
                count <= count - 1;
        end
    end

    always @(posedge clk) begin
        assert (count <= 4);
        assert (count[1:0] == wp - rp);
    end
endmodule
